// Archives, rooms and packed games as folders. Files in them can be changed, which puts them back into the archive; they are neither
// added nor removed here: the games' formats have their own rules for that, which `vellum pack` explains.
import * as vscode from "vscode";
import { Contents } from "./contents";
import { ask, nameOf } from "./module";
import { type Inside, addressIn, archives, folderOf, insideOf, partsOf } from "./places";
import { putBack } from "./put_back";

interface Member {
  name: string;
  size: number;
}

export class Archives extends Contents implements vscode.FileSystemProvider {
  private readonly known = new Map<string, { mtime: number; members: Promise<Member[]> }>();

  /** The members of the archive that is the file, or of one inside of it; read again when the file changes. */
  private async members({ file, member }: Inside): Promise<{ members: Member[]; mtime: number; folder: string }> {
    const uri = vscode.Uri.from(file);
    const { mtime } = await vscode.workspace.fs.stat(uri);
    const mark = member.lastIndexOf("!");
    const node = nameOf(uri) + (mark < 0 ? "" : `!${member.slice(0, mark)}!*`);
    let known = this.known.get(node);
    if (!known || known.mtime !== mtime) {
      const members = ask([uri], (workspace) =>
        workspace.extract(node).flatMap((each) => ("name" in each && !each.deleted ? [{ name: each.name, size: each.size }] : [])),
      );
      this.known.set(node, (known = { mtime, members }));
    }
    return { members: await known.members, mtime, folder: member.slice(mark + 1) };
  }
  private async find(uri: vscode.Uri): Promise<{ member?: Member; folder?: Map<string, "file" | "folder">; mtime: number }> {
    const { members, mtime, folder } = await this.members(insideOf(uri));
    const wanted = partsOf(folder).join("/");
    const member = folder === "" ? undefined : members.find(({ name }) => partsOf(name).join("/") === wanted);
    if (member) return { member, mtime };
    const found = folderOf(members.map(({ name }) => name), folder);
    if (!found) throw vscode.FileSystemError.FileNotFound(uri);
    return { folder: found, mtime };
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { member, mtime } = await this.find(uri);
    return { type: member ? vscode.FileType.File : vscode.FileType.Directory, ctime: 0, mtime, size: member?.size ?? 0 };
  }
  async readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    const { folder } = await this.find(uri);
    if (!folder) throw vscode.FileSystemError.FileNotADirectory(uri);
    return [...folder].map(([name, kind]) => [name, kind === "file" ? vscode.FileType.File : vscode.FileType.Directory]);
  }
  /** The place with the name that the archive has for it. */
  private async inside(uri: vscode.Uri): Promise<Inside> {
    const { member } = await this.find(uri);
    if (!member) throw vscode.FileSystemError.FileIsADirectory(uri);
    const { file, member: path } = insideOf(uri);
    return { file, member: path.slice(0, path.lastIndexOf("!") + 1) + member.name };
  }
  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { file, member } = await this.inside(uri);
    const archive = vscode.Uri.from(file);
    const [found] = await ask([archive], (workspace) => workspace.extract(`${nameOf(archive)}!${member}`, { bytes: true }));
    if (!found || !("bytes" in found) || !found.bytes) throw vscode.FileSystemError.Unavailable(uri);
    return found.bytes;
  }
  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    await putBack(await this.inside(uri), bytes);
    this.tell(uri);
  }
}

/** Opens an archive as a folder of the window. */
export function openArchive(file: vscode.Uri): boolean {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const uri = vscode.Uri.from({ ...addressIn(archives, { file, member: "" }), path: file.path + "!/" });
  return vscode.workspace.updateWorkspaceFolders(vscode.workspace.workspaceFolders?.length ?? 0, 0, { uri, name });
}
