// Standard input, as a file that is read to its end or as something that is waited for, and what terminals say.
import fs from "node:fs";
import tty from "node:tty";
import { receiveMessageOnPort } from "node:worker_threads";

const NEVER = 0x7fffffff;

/** Bytes of standard input. They are read directly until somebody wants to wait for them; then the first thread listens. */
export class Input {
  constructor({ input, signal }) {
    this.port = input;
    this.count = new Int32Array(signal);
    this.parts = [];
    this.listening = false;
    this.ended = false;
  }

  /** Takes what has come; a message that is no input is the answer to a question. */
  gather() {
    let other;
    for (let got = receiveMessageOnPort(this.port); got !== undefined; got = receiveMessageOnPort(this.port)) {
      if (got.message === "end") this.ended = true;
      else if (got.message instanceof Uint8Array) this.parts.push(got.message);
      else other = got.message;
    }
    return other;
  }

  /** What the first thread says to a question. */
  answer(message) {
    this.port.postMessage(message);
    for (;;) {
      const seen = Atomics.load(this.count, 0);
      const answer = this.gather();
      if (answer !== undefined) return answer;
      Atomics.wait(this.count, 0, seen);
    }
  }

  listen() {
    if (this.listening) return;
    this.listening = true;
    this.port.postMessage({ what: "listen" });
  }

  /** True if a read would not wait. */
  within(milliseconds) {
    this.listen();
    const end = Date.now() + milliseconds;
    for (;;) {
      const seen = Atomics.load(this.count, 0);
      this.gather();
      if (this.parts.length > 0 || this.ended) return true;
      const left = end - Date.now();
      if (left <= 0) return false;
      Atomics.wait(this.count, 0, seen, left);
    }
  }

  /** At most so many bytes, at least one but at the end. */
  some(most) {
    if (!this.listening) return this.direct(most);
    while (!this.within(NEVER));
    const [part] = this.parts;
    if (part === undefined) return new Uint8Array(0);
    if (part.length <= most) return this.parts.shift();
    this.parts[0] = part.subarray(most);
    return part.subarray(0, most);
  }

  direct(most) {
    const part = Buffer.alloc(most);
    for (;;) {
      try {
        return part.subarray(0, fs.readSync(0, part, 0, most, null));
      } catch (error) {
        if (error.code === "EOF") return part.subarray(0, 0); // so Windows calls the end of a pipe
        if (error.code !== "EAGAIN") throw error;
        Atomics.wait(this.count, 0, Atomics.load(this.count, 0), 10);
      }
    }
  }

  all(most) {
    const parts = [];
    let size = 0;
    for (;;) {
      const part = this.some(1 << 16);
      if (part.length === 0) return Buffer.concat(parts);
      size += part.length;
      if (size > most) throw new Error(`it is longer than ${most} bytes`);
      parts.push(part);
    }
  }

  keys(raw) {
    const { keys } = this.answer({ what: "keys", raw });
    this.listening ||= keys && raw;
    return keys;
  }

  enter(folder) {
    const { refused } = this.answer({ what: "enter", folder });
    if (refused) throw new Error(refused);
  }
}

export function terminal(input) {
  return {
    input: (most) => input.some(Number(most)),
    "input within": (milliseconds) => input.within(Number(milliseconds)),
    keys: (raw) => input.keys(raw !== ""),
    "terminal?": (stream) => tty.isatty(Number(stream)),
    width: () => {
      if (!tty.isatty(1)) return 80;
      const stream = new tty.WriteStream(1);
      return stream.columns || 80;
    },
  };
}
