// What the C library of the command line's module asks of its system beside files: the standard streams, clocks, chance, the
// environment. Everything else is refused.
import fs from "node:fs";
import { webcrypto } from "node:crypto";

const OK = 0, BAD_DESCRIPTOR = 8, IO = 29, NOT_SUPPORTED = 52, NO_SEEKING = 70;
const encoder = new TextEncoder();

export function system(memory, input) {
  const view = () => new DataView(memory().buffer);
  const bytes = (at, size) => new Uint8Array(memory().buffer, at, size);
  const pause = new Int32Array(new SharedArrayBuffer(4));

  /** The pieces of memory that a read or a write is about. */
  function pieces(list, count) {
    const data = view();
    return Array.from({ length: count }, (_, i) => [data.getUint32(list + 8 * i, true), data.getUint32(list + 8 * i + 4, true)]);
  }

  function writeAll(file, data) {
    for (let at = 0; at < data.length; ) {
      try {
        at += fs.writeSync(file, data, at, data.length - at);
      } catch (error) {
        if (error.code !== "EAGAIN") throw error;
        Atomics.wait(pause, 0, 0, 5); // a pipe that is full
      }
    }
  }

  function texts(all, pointers, room) {
    const data = view();
    for (const text of all) {
      const written = encoder.encode(`${text}\0`);
      data.setUint32(pointers, room, true);
      bytes(room, written.length).set(written);
      pointers += 4;
      room += written.length;
    }
    return OK;
  }

  function sizes(all, count, size) {
    view().setUint32(count, all.length, true);
    view().setUint32(size, all.reduce((sum, text) => sum + encoder.encode(text).length + 1, 0), true);
    return OK;
  }

  const environment = Object.entries(process.env).map(([name, value]) => `${name}=${value}`);
  const calls = {
    args_sizes_get: (count, size) => sizes(["vellum"], count, size),
    args_get: (pointers, room) => texts(["vellum"], pointers, room),
    environ_sizes_get: (count, size) => sizes(environment, count, size),
    environ_get: (pointers, room) => texts(environment, pointers, room),
    clock_time_get: (clock, _, at) => {
      view().setBigUint64(at, clock === 0 ? BigInt(Date.now()) * 1_000_000n : process.hrtime.bigint(), true);
      return OK;
    },
    random_get: (at, size) => {
      const room = new Uint8Array(size); // memory of WebAssembly is not taken by every version
      webcrypto.getRandomValues(room);
      bytes(at, size).set(room);
      return OK;
    },
    proc_exit: (code) => process.exit(code),
    fd_prestat_get: () => BAD_DESCRIPTOR,
    fd_close: (file) => {
      if (file > 2) fs.closeSync(file);
      return OK;
    },
    fd_fdstat_get: (file, at) => {
      bytes(at, 24).fill(0);
      view().setUint8(at, 2); // a device of characters: nothing is sought in it
      view().setUint16(at + 2, file > 2 ? 1 : 0, true); // opened to append
      view().setBigUint64(at + 8, 0x42n, true); // it may be read and written
      return OK;
    },
    fd_write: (file, list, count, written) => {
      let size = 0;
      try {
        for (const [at, length] of pieces(list, count)) {
          writeAll(file, bytes(at, length));
          size += length;
        }
      } catch (error) {
        if (error.code === "EPIPE") process.exit(141); // as programs end that a signal ends: nobody reads any more
        return IO;
      }
      view().setUint32(written, size, true);
      return OK;
    },
    fd_read: (file, list, count, got) => {
      let size = 0;
      if (file !== 0) return BAD_DESCRIPTOR;
      for (const [at, length] of pieces(list, count)) {
        if (length === 0) continue;
        let part;
        try {
          part = input.some(length);
        } catch {
          return IO;
        }
        bytes(at, part.length).set(part);
        size += part.length;
        break; // what is there is enough
      }
      view().setUint32(got, size, true);
      return OK;
    },
    fd_seek: () => NO_SEEKING, // no such thing on a stream
    poll_oneoff: (list, events, count, done) => {
      // Nothing waits but sleep, for one clock.
      const until = view().getBigUint64(list + 24, true);
      Atomics.wait(pause, 0, 0, Number(until) / 1e6);
      bytes(events, 32 * count).fill(0);
      view().setUint32(done, 1, true);
      return OK;
    },
  };
  return new Proxy({}, { get: (_, name) => calls[name] ?? (() => NOT_SUPPORTED) });
}
