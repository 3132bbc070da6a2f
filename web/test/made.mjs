// Archives made for tests and measurements.
const block = (id, content) => [id, content.length & 0xff, content.length >> 8, 0, 0, 0, 0, 0, 0, ...content];
/** A room of AGS as far as a reader needs one: something, a script, the end. */
export const room = (script) => Buffer.from([33, 0, ...block(1, [1, 2, 3]), ...block(7, script), 0xff]);
/** One of Pathologic's archives: "LP1C", no folders, then of each file its name, size, place and time. */
export function vfs(members) {
  const u32 = (value) => [value & 0xff, value >> 8 & 0xff, value >> 16 & 0xff, value >>> 24];
  const rows = Object.entries(members);
  let at = 12 + rows.reduce((size, [name]) => size + 17 + name.length, 0);
  const head = [...Buffer.from("LP1C"), ...u32(0), ...u32(rows.length)];
  for (const [name, { length }] of rows) {
    head.push(name.length, ...Buffer.from(name), ...u32(length), ...u32(at), 0, 0, 0, 0, 0, 0, 0, 0);
    at += length;
  }
  return Buffer.concat([Buffer.from(head), ...rows.map(([, bytes]) => bytes)]);
}
