// The `vellum` program: where it is, and what it answers to one call.
import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { programOf } from "./logic";

export function program(): string {
  return programOf(vscode.workspace.getConfiguration("vellum").get<string>("program"), homedir());
}

/** Whether there is such a program; else the extension's own module answers. */
export function isInstalled(): Promise<boolean> {
  return new Promise((resolve) => execFile(program(), ["--version"], { timeout: 10_000 }, (error) => resolve(!error)));
}

export interface Answer {
  code: number;
  out: string;
  err: string;
}

/** Runs the program in the folder of a file. Findings are not a failure. */
export function call(words: string[], file: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    execFile(
      program(),
      words,
      { cwd: dirname(file), maxBuffer: 256 << 20, timeout: 60_000, env: { ...process.env, NO_COLOR: "1" } },
      (error, out, err) => {
        if (error && typeof error.code !== "number")
          reject(
            new Error(
              error.code === "ENOENT"
                ? `The program '${program()}' was not found. Install Vellum, or name it in the setting 'vellum.program'.`
                : error.message,
            ),
          );
        else resolve({ code: error ? Number(error.code) : 0, out, err });
      },
    );
  });
}
