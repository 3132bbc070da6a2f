// The three things that somebody with an installed game wants of the explorer, done as a person does them. Counts what the hands do and
// how long the page makes one wait; what a person needs is estimated after S. Card, T. Moran and A. Newell, "The Keystroke-Level Model".
const POINT = 1.1, PRESS = 0.2, KEY = 0.28, THINK = 1.35; // seconds; a key as somebody types who is no typist

class Hands {
  clicks = 0; keys = 0; thoughts = 0; waited = 0;
  constructor(page) { this.page = page; }
  think() { ++this.thoughts; }
  async click(what) { ++this.clicks; await this.page.click(what); }
  async press(key) { ++this.keys; await this.page.keyboard.press(key); }
  async type(text) { this.keys += text.length; await this.page.keyboard.type(text); }
  async see(what) {
    const begin = performance.now();
    await this.page.waitForSelector(what);
    this.waited += (performance.now() - begin) / 1000;
  }
  seconds() { return this.clicks * (POINT + PRESS) + this.keys * KEY + this.thoughts * THINK + this.waited; }
}

/** Expects an archive to be open that has quest_ferry.bin among its members. Gives for each task its name and its hands, and the archive. */
export async function tasks(page) {
  const done = [];
  const task = async (name, work) => {
    const hands = new Hands(page);
    await work(hands);
    done.push({ name, hands });
  };
  await task("find the script that says something", async (hands) => {
    hands.think();
    await hands.press("Control+k");
    await hands.type("boathouse");
    await hands.see('.hit:has-text("quest_ferry.bin")');
    hands.think();
    await hands.click('.hit:has-text("quest_ferry.bin") >> nth=0');
    await hands.see(".cm-line:has-text('boathouse')");
  });
  await task("read it and see who calls a function of it", async (hands) => {
    hands.think();
    await hands.click(".t-function:has-text('LockDoor') >> nth=0");
    await hands.see(".beside .link .detail");
    hands.think();
    await hands.click(".beside .link:has(.detail) >> nth=0");
    await hands.see(".line-chosen");
  });
  let saved;
  await task("change it, try it, take the archive home", async (hands) => {
    hands.think();
    await hands.click(".beside .link:has-text('TMain.init')");
    await hands.see(".cm-line:has-text('object boathouse;')");
    await hands.click(".cm-line:has-text('object boathouse;')");
    await hands.press("End");
    await hands.press("Enter");
    await hands.type('@Trace("hello");');
    await hands.see(".badge:has-text('changed'):visible");
    hands.think();
    await hands.click("button:has-text('▶ Try')");
    await hands.click(".try button[type=submit]");
    await hands.see(".story:has-text('hello')");
    hands.think();
    await hands.click(".menu > button");
    hands.think();
    const downloaded = page.waitForEvent("download");
    await hands.click('[role=menuitem]:has-text("Save the archive")');
    saved = await (await downloaded).path();
  });
  return { done, saved };
}
