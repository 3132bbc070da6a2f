// Every page has the search: all words of the question, headings first. PAGES is put in front by site.py.
const field = document.getElementById("search"), found = document.getElementById("found"), main = document.querySelector("main");
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  found.replaceChildren();
  main.hidden = words.length > 0;
  found.hidden = words.length === 0;
  if (words.length === 0) return;
  const hits = PAGES.map((page) => [page, page.text.toLowerCase(), page.title.toLowerCase()])
    .filter(([, text, title]) => words.every((word) => text.includes(word) || title.includes(word)))
    .sort((a, b) => words.filter((word) => b[2].includes(word)).length - words.filter((word) => a[2].includes(word)).length);
  for (const [page, text] of hits.slice(0, 60)) {
    const item = document.createElement("li"), link = document.createElement("a"), about = document.createElement("small");
    link.href = document.documentElement.dataset.root + page.to;
    link.textContent = page.title;
    const at = Math.max(0, text.indexOf(words[0]) - 60);
    about.textContent = page.text.slice(at, at + 180);
    item.append(link, about);
    found.append(item);
  }
  if (hits.length === 0) found.textContent = "Nothing found.";
});
