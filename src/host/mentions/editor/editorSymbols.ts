import * as vscode from 'vscode';
import { symbolKind } from '../../agentTools/read/text/symbolKinds';
import { findDocument } from '../../editor/openDocuments';
import type { FoundSymbol, SymbolUi } from './symbols';

/** Either form of a symbol: some servers still return the old flat one. */
type AnySymbol = vscode.DocumentSymbol & Partial<vscode.SymbolInformation>;

const mostInFile = 5_000;
const mostBytes = 10 * 1024 * 1024;

/** Asks language servers that run: none is started for a list of mentions. */
export const editorSymbols: SymbolUi = {
  ofFront: async () => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri?.scheme === 'file' ? inDocument(uri) : [];
  },
  ofWorkspace: async query => {
    const found = await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
      'vscode.executeWorkspaceSymbolProvider',
      query,
    );
    return (found ?? [])
      .filter(({ location: { uri } }) => uri.scheme === 'file')
      .map(({ name, containerName, kind, location: { uri, range } }) =>
        toFound(uri, { name, container: containerName, kind, range }),
      );
  },
  ofFile: async path => {
    const uri = vscode.Uri.file(path);
    // Servers answer only for documents that are open.
    await document(uri);
    return inDocument(uri);
  },
  lines: async path => (await document(vscode.Uri.file(path))).getText().split(/\r\n|\r|\n/),
  show: async (path, { start, end }) => {
    const selection = new vscode.Range(start - 1, 0, end - 1, 0);
    await vscode.window.showTextDocument(vscode.Uri.file(path), { selection, preview: true });
  },
};

async function document(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const open = findDocument(uri);
  if (open) {
    return open;
  }
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > mostBytes) {
    throw new Error(`The file has ${size} bytes`);
  }
  return vscode.workspace.openTextDocument(uri);
}

async function inDocument(uri: vscode.Uri): Promise<FoundSymbol[]> {
  const found = await vscode.commands.executeCommand<AnySymbol[] | undefined>(
    'vscode.executeDocumentSymbolProvider',
    uri,
  );
  const walk = (all: readonly AnySymbol[], container: string): FoundSymbol[] =>
    all.flatMap(({ name, kind, children = [], range, location, containerName }) => {
      const place = range ?? location?.range;
      const one = { name, container: containerName ?? container, kind };
      return [...(place ? [toFound(uri, { ...one, range: place })] : []), ...walk(children, name)];
    });
  return walk(found ?? [], '').slice(0, mostInFile);
}

function toFound(
  uri: vscode.Uri,
  {
    name,
    container,
    kind,
    range,
  }: { name: string; container: string; kind: number; range: vscode.Range },
): FoundSymbol {
  return {
    ...{ name, container, kind: symbolKind(kind), path: uri.fsPath },
    lines: { start: range.start.line + 1, end: range.end.line + 1 },
  };
}
