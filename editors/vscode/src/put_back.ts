// Writes what was changed. What a file was is kept next to it as NAME.before, once: the first backup is the original.
import * as vscode from "vscode";
import { ask, nameOf } from "./module";
import type { Inside } from "./places";

async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}

export async function replaceFile(file: vscode.Uri, bytes: Uint8Array): Promise<void> {
  const backup = file.with({ path: file.path + ".before" });
  if ((await exists(file)) && !(await exists(backup)))
    await vscode.workspace.fs.copy(file, backup, { overwrite: false });
  await vscode.workspace.fs.writeFile(file, bytes);
}

/** Puts a script or a file where it came from: the file itself, or the archive with the new member. */
export async function putBack({ file, member }: Inside, bytes: Uint8Array): Promise<void> {
  const uri = vscode.Uri.from(file);
  if (member === "") return replaceFile(uri, bytes);
  const { files } = await ask([uri], (workspace) => workspace.pack(nameOf(uri), [{ member, bytes }]));
  for (const made of files) {
    const name = made.name.slice(made.name.lastIndexOf("/") + 1);
    const own = name === file.path.slice(file.path.lastIndexOf("/") + 1);
    await replaceFile(own ? uri : vscode.Uri.joinPath(uri, "..", name), made.bytes);
  }
}
