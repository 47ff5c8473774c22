/** Parts of an editor window that follow what is in front; a test sets them and fires `changed`. */
export function fakeWindow(root: string, exclude: Readonly<Record<string, boolean>>) {
  const listeners = new Set<() => void>();
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  };
  const silent = () => ({ dispose: () => undefined });
  class Input {}
  const window = {
    activeTextEditor: undefined as FakeEditor | undefined,
    activeNotebookEditor: undefined,
    visibleTextEditors: [] as FakeEditor[],
    onDidChangeTextEditorSelection: listen,
    onDidChangeActiveTextEditor: silent,
    onDidChangeActiveNotebookEditor: silent,
    onDidChangeNotebookEditorSelection: silent,
    tabGroups: {
      onDidChangeTabs: silent,
      all: [] as { tabs: { input: unknown }[] }[],
      activeTabGroup: { activeTab: undefined as { input: unknown } | undefined },
    },
  };
  const vscode = {
    window,
    ProgressLocation: {},
    l10n: { t: translate },
    Uri: { file: uriOf },
    Position: FakePosition,
    Range: FakeRange,
    Selection: FakeSelection,
    RelativePattern: class {
      constructor(
        readonly base: unknown,
        readonly pattern: string,
      ) {}
    },
    TabInputWebview: class extends Input {
      constructor(readonly viewType: string) {
        super();
      }
    },
    TabInputText: class extends Input {
      constructor(readonly uri: FakeUri) {
        super();
      }
    },
    TabInputTextDiff: class extends Input {},
    TabInputNotebook: class extends Input {},
    TabInputNotebookDiff: class extends Input {},
    workspace: {
      workspaceFolders: [{ uri: uriOf(root) }],
      notebookDocuments: [],
      onDidSaveTextDocument: silent,
      onDidChangeTextDocument: silent,
      onDidChangeConfiguration: silent,
      getConfiguration: () => ({ get: () => exclude }),
      getWorkspaceFolder: () => ({ uri: uriOf(root) }),
    },
    languages: {
      match: (filters: readonly { pattern: { pattern: string } }[], { uri }: FakeDocument) =>
        filters.some(({ pattern }) => globOf(pattern.pattern).test(uri.path.slice(root.length + 1)))
          ? 10
          : 0,
    },
  };
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return { vscode, window, changed };
}

export interface FakeUri {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
  toString(): string;
}

export function uriOf(path: string, scheme = 'file'): FakeUri {
  return { scheme, path, fsPath: path, toString: () => `${scheme}://${path}` };
}

export interface FakeDocument {
  readonly uri: FakeUri;
  readonly isDirty: boolean;
  getText(range?: FakeRange): string;
}

export interface FakeEditor {
  readonly document: FakeDocument;
  readonly selection: FakeSelection;
}

class FakePosition {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}

  isAfter({ line, character }: FakePosition): boolean {
    return this.line > line || (this.line === line && this.character > character);
  }
}

class FakeRange {
  constructor(
    readonly start: FakePosition,
    readonly end: FakePosition,
  ) {}
}

class FakeSelection extends FakeRange {
  constructor(...[line, character, endLine, endCharacter]: readonly number[]) {
    super(
      new FakePosition(line ?? 0, character ?? 0),
      new FakePosition(endLine ?? 0, endCharacter ?? 0),
    );
  }
}

/** Opens a text in which these lines are selected, 0-based, up to the end of the last one. */
export function editorOf(
  uri: FakeUri,
  text: string,
  { lines, isDirty = false }: { lines?: readonly [number, number]; isDirty?: boolean } = {},
): FakeEditor {
  const all = text.split('\n');
  const document: FakeDocument = {
    uri,
    isDirty,
    getText: range => (range ? cut(all, range) : text),
  };
  const [first, last] = lines ?? [0, 0];
  const end = lines ? (all[last] ?? '').length : 0;
  return { document, selection: new FakeSelection(first, 0, last, end) };
}

function cut(lines: readonly string[], { start, end }: FakeRange): string {
  const kept = lines.slice(start.line, end.line + 1);
  const last = kept.length - 1;
  return kept
    .map((line, index) => (index === last ? line.slice(0, end.character) : line))
    .map((line, index) => (index === 0 ? line.slice(start.character) : line))
    .join('\n');
}

function globOf(glob: string): RegExp {
  const pattern = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?/g, '\0')
    .replace(/\*/g, '[^/]*')
    .replace(/\0/g, '(?:.*/)?');
  // `folder/**` is all that the folder contains.
  return new RegExp(`^${pattern.replace(/\(\?:\.\*\/\)\?$/, '.*')}$`);
}

function translate(text: string, ...values: readonly unknown[]): string {
  return text.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)]));
}
