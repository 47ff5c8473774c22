import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Word that only the file of a test contains. */
export const word = 'onlyHere';

interface FakeUri {
  readonly scheme: string;
  readonly fsPath: string;
  readonly path: string;
  toString(): string;
}

class FakePosition {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

class FakeRange {
  readonly start: FakePosition;
  readonly end: FakePosition;
  readonly isEmpty = false;

  constructor(...[line, character, endLine, endCharacter]: readonly number[]) {
    this.start = new FakePosition(line ?? 0, character ?? 0);
    this.end = new FakePosition(endLine ?? 0, endCharacter ?? 0);
  }
}

class Tab {
  constructor(readonly uri: FakeUri) {}
}

const uriOf = (path: string): FakeUri => ({
  ...{ scheme: 'file', fsPath: path, path },
  toString: () => `file://${path}`,
});

function documentAt(fsPath: string) {
  const text = readFileSync(fsPath, 'utf8');
  return {
    ...{ uri: uriOf(fsPath), languageId: 'plaintext', isClosed: false, isDirty: false },
    lineCount: text.split('\n').length,
    getText: (range?: FakeRange) => (range ? (text.split('\n')[range.start.line] ?? '') : text),
    getWordRangeAtPosition: ({ line }: FakePosition) => new FakeRange(line, 0, line, 1),
  };
}

/** An editor whose language servers find everything in one file, `at.path`. */
export function fakeEditor(at: { folder: string; path: string; other: string }) {
  const range = new FakeRange(0, 0, 0, 1);
  const found = () => [{ uri: uriOf(at.path), range }];
  const symbol = (path: string, name: string) => ({
    ...{ name, containerName: '', kind: 11, range, selectionRange: range, children: [] },
    location: { uri: uriOf(path), range },
  });
  const caller = () => ({ name: word, uri: uriOf(at.path) });
  const answers: Readonly<Record<string, (uri: FakeUri) => unknown>> = {
    'vscode.executeDocumentSymbolProvider': ({ fsPath }) => [
      symbol(fsPath, fsPath === at.other ? 'other' : word),
    ],
    'vscode.executeWorkspaceSymbolProvider': () => [symbol(at.path, word)],
    'vscode.executeReferenceProvider': found,
    'vscode.executeDefinitionProvider': found,
    'vscode.executeImplementationProvider': found,
    'vscode.executeHoverProvider': () => [{ contents: [{ value: `const other: "${word}"` }] }],
    'vscode.prepareCallHierarchy': () => [{ name: 'other', uri: uriOf(at.other) }],
    'vscode.provideIncomingCalls': () => [{ from: caller(), fromRanges: [range] }],
    'vscode.provideOutgoingCalls': () => [{ to: caller(), fromRanges: [range] }],
    'vscode.executeDocumentRenameProvider': () => ({
      size: 1,
      entries: () => [[uriOf(at.path), [{ range: new FakeRange(), newText: 'x' }]]],
    }),
  };
  const problem = { severity: 0, range, message: `Cannot find name '${word}'.`, source: 'test' };
  const nothing = () => ({ dispose: () => undefined });
  return {
    Uri: { file: uriOf, parse: (text: string) => uriOf(text.slice('file://'.length)) },
    ...{ Position: FakePosition, Range: FakeRange, TabInputText: Tab, TabInputNotebook: Tab },
    ...{ TabInputCustom: Tab, TabInputTextDiff: Tab, TabInputNotebookDiff: Tab },
    ...{ RelativePattern: class {}, ProgressLocation: {} },
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    NotebookCellKind: { Markup: 1, Code: 2 },
    l10n: { t: (text: string) => text },
    env: { appRoot: at.folder },
    extensions: { all: [] },
    commands: {
      executeCommand: async (command: string, uri: FakeUri) => answers[command]?.(uri),
    },
    languages: {
      getDiagnostics: (uri?: FakeUri) =>
        uri ? (uri.fsPath === at.path ? [problem] : []) : [[uriOf(at.path), [problem]]],
      match: () => 0,
      onDidChangeDiagnostics: nothing,
    },
    window: {
      tabGroups: {
        get all() {
          const tab = { input: new Tab(uriOf(at.path)), label: 'a tab', isActive: true };
          return [{ isActive: true, tabs: [tab] }];
        },
        onDidChangeTabs: nothing,
      },
      ...{ onDidChangeTextEditorSelection: nothing, onDidChangeActiveTextEditor: nothing },
      onDidChangeActiveTerminal: nothing,
      get activeTextEditor() {
        return { document: documentAt(at.path), selection: range };
      },
    },
    workspace: {
      ...{ textDocuments: [], notebookDocuments: [], isTrusted: true },
      ...{ onDidSaveTextDocument: nothing, onDidChangeConfiguration: nothing },
      get workspaceFolders() {
        return [{ name: 'project', uri: uriOf(at.folder) }];
      },
      getWorkspaceFolder: () => undefined,
      getConfiguration: () => ({ get: () => undefined }),
      findFiles: async () => [uriOf(join(at.folder, 'other.txt'))],
      openTextDocument: async (uri: FakeUri) => documentAt(uri.fsPath),
    },
  };
}
