// What the file systems of this extension have in common: contents can be changed, the tree of files cannot.
import * as vscode from "vscode";

export abstract class Contents {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }
  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  protected tell(uri: vscode.Uri): void {
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }
}
