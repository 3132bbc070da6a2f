// Small drawings by which engines are told apart; whatever has none gets a sheet.
import { svg } from "./dom";

const drawings: Record<string, string> = {
  pathologic: "M8 1v2M5 3h6l1 3v6H4V6zM4 12h8v2H4zM8 6v3M7 9h2", // a lantern
  ags: "M2 14V4l6-2 6 2v10zM6 14V8h4v6M9 11h0", // a room with its door
  skrit: "M8 1c1 3 4 4 4 8a4 4 0 0 1-8 0c0-2 1-3 2-4 0 2 1 2 1 2 1-2 0-4 1-6z", // a flame
  ff7: "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2zM2 8h12M8 2c-4 4-4 8 0 12M8 2c4 4 4 8 0 12", // a globe
};
export function mark(engine: string): SVGElement {
  return svg("svg", { viewBox: "0 0 16 16", class: "mark", "aria-hidden": "true" }, svg("path", { d: drawings[engine] ?? "M4 2h6l3 3v9H4zM6 8h5M6 11h4" }));
}
