// From what a user dropped or chose to files with paths.
import type { Entry } from "./messages";

type Handle = FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemFileHandle | FileSystemDirectoryHandle> };

async function from_entry(entry: FileSystemEntry, out: Entry[], path: string): Promise<void> {
  const here = path ? `${path}/${entry.name}` : entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    out.push({ path: here, content: file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) { // it gives a hundred at a time
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const each of part) await from_entry(each, out, here);
  }
}

export async function dropped(data: DataTransfer): Promise<Entry[]> {
  // What is dropped is only there until the first wait.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null && entry !== undefined);
  const files = [...data.files];
  const out: Entry[] = [];
  if (entries.length > 0) for (const entry of entries) await from_entry(entry, out, "");
  else for (const file of files) out.push({ path: file.name, content: file });
  return out;
}

export function from_input(list: FileList): Entry[] {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, content: file }));
}

async function from_handle(folder: Handle, out: Entry[], path: string): Promise<void> {
  for await (const each of folder.values()) {
    const here = `${path}/${each.name}`;
    if (each.kind === "directory") await from_handle(each as Handle, out, here);
    else out.push({ path: here, content: await each.getFile() });
  }
}

/** The folder that the user chooses: by the browser's own dialog, else by a form's. Nothing if it was not chosen. */
export async function choose_folder(): Promise<Entry[] | undefined> {
  const pick = (window as any).showDirectoryPicker as undefined | (() => Promise<Handle>);
  if (!pick) return choose_files(true);
  try {
    const folder = await pick.call(window);
    const out: Entry[] = [];
    await from_handle(folder, out, folder.name);
    return out;
  } catch (problem: any) {
    if (problem?.name === "AbortError") return undefined;
    return choose_files(true);
  }
}

export function choose_files(folder = false): Promise<Entry[] | undefined> {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.webkitdirectory = folder;
  input.hidden = true;
  document.body.append(input);
  return new Promise((resolve) => {
    input.addEventListener("change", () => { resolve(from_input(input.files!)); input.remove(); });
    input.addEventListener("cancel", () => { resolve(undefined); input.remove(); });
    input.click();
  });
}

/** Gives a file to the user. */
export function save(name: string, bytes: Uint8Array | string): void {
  const url = URL.createObjectURL(new Blob([bytes as BlobPart], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
