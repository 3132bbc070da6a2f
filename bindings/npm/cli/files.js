// What the command line asks about files, by Node's own. Each question is as src/base/file.hpp and src/base/disk.hpp describe it;
// src/base/posix is the model for what happens in the corners.
import fs from "node:fs";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { getSystemErrorMap } from "node:util";

const WORDS = {
  EISDIR: "Is a directory", EEXIST: "File exists", ENOTDIR: "Not a directory", ENOTEMPTY: "Directory not empty",
  EACCES: "Permission denied", EPERM: "Operation not permitted", ELOOP: "Too many levels of symbolic links",
  ENAMETOOLONG: "File name too long", EROFS: "Read-only file system", ENOSPC: "No space left on device",
  EXDEV: "Invalid cross-device link", EINVAL: "Invalid argument",
};

/** The words that C libraries have for an error. */
export function reason(error) {
  if (WORDS[error.code]) return WORDS[error.code];
  const [, text] = getSystemErrorMap().get(error.errno) ?? [error.code, error.message];
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const slashes = (name) => (process.platform === "win32" ? name.replaceAll("\\", "/") : name);
const attempt = (question, otherwise) => {
  try {
    return question();
  } catch {
    return otherwise;
  }
};
const status = (name) => attempt(() => fs.statSync(name), undefined);
const ownStatus = (name) => attempt(() => fs.lstatSync(name), undefined);

function letter(facts) {
  if (!facts) return "";
  return facts.isFile() ? "p" : facts.isDirectory() ? "f" : "o";
}

function readAll(file, most) {
  const tooLong = () => new Error(`it is longer than ${most} bytes`);
  const facts = fs.fstatSync(file);
  if (facts.isFile() && facts.size > most) throw tooLong();
  const parts = [];
  let size = 0;
  for (;;) {
    const part = Buffer.alloc(size === 0 && facts.isFile() ? Number(facts.size) + 1 : 1 << 16);
    const got = fs.readSync(file, part, 0, part.length, null);
    if (got === 0) return Buffer.concat(parts);
    size += got;
    if (size > most) throw tooLong();
    parts.push(part.subarray(0, got));
  }
}

/** Follows links by hand, because the last one may name a file that does not exist yet. */
function followed(name) {
  for (let count = 0; count < 40; ++count) {
    const next = attempt(() => fs.readlinkSync(name), undefined);
    if (next === undefined) break;
    name = path.isAbsolute(next) ? next : path.join(path.dirname(name), next);
  }
  return name;
}

function writeAll(file, data) {
  for (let at = 0; at < data.length; ) at += fs.writeSync(file, data, at, data.length - at);
}

/** Finds a name beside the target that nobody has, so that renaming stays within one file system. */
function temporaryBeside(target) {
  for (let number = 0; ; ++number) {
    const name = path.join(path.dirname(target), `.vellum-new${number}`);
    try {
      return { name, file: fs.openSync(name, "wx") };
    } catch (error) {
      if (error.code !== "EEXIST" || number >= 1000) throw error;
    }
  }
}

function giveName(temporary, target, replace) {
  if (replace) return fs.renameSync(temporary, target);
  try {
    fs.linkSync(temporary, target);
    fs.unlinkSync(temporary);
  } catch (error) {
    if (error.code === "EEXIST" || ownStatus(target)) throw Object.assign(new Error("File exists"), { code: "EEXIST" });
    fs.renameSync(temporary, target); // a file system without hard links: the best there is
  }
}

function write(name, replace, follow, durable, like, data) {
  const target = replace && follow ? followed(name) : name;
  const old = follow ? status(target) : ownStatus(target);
  if (old && !old.isFile() && !old.isSymbolicLink()) {
    if (!follow) throw new Error("it is not a regular file");
    const file = fs.openSync(name, "r+"); // a device or a pipe cannot be replaced without destroying it
    try {
      return writeAll(file, data);
    } finally {
      fs.closeSync(file);
    }
  }
  const { name: temporary, file } = temporaryBeside(target);
  try {
    try {
      writeAll(file, data);
      const model = like ? status(path.join(path.dirname(target), like)) : old;
      if (model?.isFile()) attempt(() => fs.fchmodSync(file, model.mode & 0o7777));
      if (durable) attempt(() => fs.fsyncSync(file));
    } finally {
      fs.closeSync(file);
    }
    giveName(temporary, target, replace);
  } catch (error) {
    attempt(() => fs.unlinkSync(temporary));
    throw error;
  }
}

/** The path from `root` to a path below it, both without links; undefined if it is not below. */
function below(root, name) {
  const inside = path.relative(root, name);
  return inside === ".." || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside) ? undefined : inside;
}

const noFile = () => Object.assign(new Error(), { code: "ENOENT", errno: -2, message: "No such file or directory" });

/** The entry with that name, or else the first by its bytes that differs in the case of ASCII letters only. */
function entryNamed(folder, name) {
  if (ownStatus(path.join(folder, name))) return name;
  const plain = (text) => text.replace(/[A-Z]/g, (capital) => capital.toLowerCase());
  return attempt(() => fs.readdirSync(folder), []).filter((each) => plain(each) === plain(name))
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))[0];
}

function findBelow(folder, name) {
  const root = fs.realpathSync(folder || ".");
  let found = root;
  for (const part of name.split("/")) {
    if (part === "" || part === ".") continue;
    const entry = part === ".." || path.isAbsolute(name) ? undefined : entryNamed(found, part);
    if (entry === undefined) throw noFile();
    found = fs.realpathSync(path.join(found, entry)); // one link at a time: not even names are read outside
    if (below(root, found) === undefined) throw new Error("a link leads outside the allowed folder");
  }
  if (!fs.statSync(found).isFile()) throw new Error("it is not a regular file");
  return [slashes(path.join(folder, path.relative(root, found))), slashes(found)];
}

function listBelow(folder, wanted, most) {
  const root = fs.realpathSync(folder || ".");
  const start = fs.realpathSync(path.join(root, wanted));
  if (below(root, start) === undefined) return [];
  const names = [];
  const folders = [start];
  let seen = 0;
  while (folders.length > 0 && seen < most) {
    const here = folders.pop();
    for (const entry of attempt(() => fs.readdirSync(here, { withFileTypes: true }), [])) {
      if (++seen > most) break;
      const whole = path.join(here, entry.name);
      if (entry.isDirectory()) folders.push(whole);
      else if (entry.isFile()) names.push(whole);
      else if (entry.isSymbolicLink() && status(whole)?.isFile() &&
               below(root, attempt(() => fs.realpathSync(whole), "/")) !== undefined) names.push(whole);
    }
  }
  return names.map((name) => slashes(path.relative(root, name)));
}

/** Node's own way to make several never ends where a folder takes none, as in /proc. */
function makeFolders(name) {
  try {
    fs.mkdirSync(name);
  } catch (error) {
    if (status(name)?.isDirectory()) return;
    const above = path.dirname(name);
    if (error.code !== "ENOENT" || above === name || ownStatus(above)) throw error;
    makeFolders(above);
    fs.mkdirSync(name);
  }
}

function list(folder) {
  return fs.readdirSync(folder || ".", { withFileTypes: true }).flatMap((entry) => {
    const link = entry.isSymbolicLink();
    const facts = link ? status(path.join(folder || ".", entry.name)) : entry;
    return [entry.name, letter(facts), link ? "1" : ""];
  });
}

function open(name) {
  const facts = fs.statSync(name); // to open a pipe might wait
  if (!facts.isFile()) throw new Error("it is not a regular file");
  return [fs.openSync(name, "r"), facts.size];
}

function readPart(file, offset, size) {
  const part = Buffer.alloc(Number(size));
  let got = 0;
  while (got < part.length) {
    const more = fs.readSync(Number(file), part, got, part.length - got, Number(offset) + got);
    if (more === 0) break;
    got += more;
  }
  return part.subarray(0, got);
}

function read(name, most, mostOfStream) {
  const file = fs.openSync(name, "r");
  try {
    const plain = fs.fstatSync(file).isFile();
    return readAll(file, plain ? Number(most) : Math.min(Number(most), Number(mostOfStream)));
  } finally {
    fs.closeSync(file);
  }
}

function picture(form, svg) {
  const made = spawnSync("rsvg-convert", ["--unlimited", "--format", form], { input: svg, maxBuffer: 1 << 30 });
  if (made.error?.code === "ENOENT") throw new Error(`pictures as ${form} need rsvg-convert of librsvg, which is not installed`);
  if (made.status !== 0 || made.stdout.length === 0) throw new Error(`rsvg-convert could not make a ${form} of the picture`);
  return made.stdout;
}

/** What can be asked; answers are bytes, a text, a number, or several texts. What is thrown is a refusal. */
export function files(input) {
  return {
    read,
    open,
    "read part": readPart,
    close: (file) => fs.closeSync(Number(file)),
    "read input": (most) => input.all(Number(most)),
    "find below": findBelow,
    "list below": (folder, wanted, most) => listBelow(folder, wanted, Number(most)),
    identity: (name) => {
      const facts = attempt(() => fs.statSync(name, { bigint: true }), undefined);
      return facts ? `${facts.dev}:${facts.ino}` : "";
    },
    write,
    remove: (name) => {
      if (fs.lstatSync(name).isDirectory()) throw new Error("it is a folder");
      fs.unlinkSync(name);
    },
    kind: (name) => letter(status(name)),
    taken: (name) => ownStatus(name) !== undefined,
    "make folders": makeFolders,
    list,
    stamp: (name) => {
      const facts = fs.statSync(name, { bigint: true });
      if (!facts.isFile()) throw new Error("it is not a regular file");
      return [facts.size, facts.mtimeNs];
    },
    "absolute?": (name) => path.isAbsolute(name),
    absolute: (name) => slashes(path.resolve(name)),
    enter: (folder) => input.enter(folder),
    portable: slashes,
    "open to append": (name) => fs.openSync(name, "a"),
    picture,
  };
}
