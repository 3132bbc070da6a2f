// Addresses of what is inside of files: a member of an archive, the source of a compiled script. The scheme and authority of the
// file are the authority; its path goes on with `!/` and the member. Without VS Code's functions, so that tests need none.

export interface Address {
  scheme: string;
  authority: string;
  path: string;
}
/** A file, and what of it is meant; "" for the file itself. Archives in archives: "inner.zip!quest.bin". */
export interface Inside {
  file: Address;
  member: string;
}

export const archives = "vellum-archive";
export const sources = "vellum-source";

export function addressIn(scheme: string, { file, member }: Inside, ending = ""): Address {
  const inside = member === "" ? "" : "!/" + member.replace(/!/g, "!/");
  return { scheme, authority: file.authority ? `${file.scheme}+${file.authority}` : file.scheme, path: file.path + inside + ending };
}

export function insideOf({ authority, path }: Address, ending = ""): Inside {
  const plus = authority.indexOf("+");
  const file = plus < 0 ? { scheme: authority, authority: "" } : { scheme: authority.slice(0, plus), authority: authority.slice(plus + 1) };
  const whole = ending !== "" && path.endsWith(ending) ? path.slice(0, -ending.length) : path;
  const mark = whole.indexOf("!/");
  if (mark < 0) return { file: { ...file, path: whole.replace(/!$/, "") }, member: "" };
  return { file: { ...file, path: whole.slice(0, mark) }, member: whole.slice(mark + 2).replace(/!\/?/g, "!").replace(/\/$/, "") };
}

/** Members as a folder shows them: both slashes separate, and no part leads up. */
export function partsOf(member: string): string[] {
  return member.split(/[\\/]/).filter((part) => part !== "" && part !== "." && part !== "..");
}

/** What a folder of an archive holds: names of files and of folders. */
export function folderOf(members: readonly string[], folder: string): Map<string, "file" | "folder"> | undefined {
  const above = partsOf(folder);
  const found = new Map<string, "file" | "folder">();
  let exists = above.length === 0;
  for (const member of members) {
    const parts = partsOf(member);
    if (parts.length <= above.length || above.some((part, i) => part !== parts[i])) continue;
    exists = true;
    found.set(parts[above.length]!, parts.length === above.length + 1 ? "file" : "folder");
  }
  return exists ? found : undefined;
}
