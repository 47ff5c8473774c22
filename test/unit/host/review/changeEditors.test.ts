import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { ChangeList } from '../../../../src/core/edits/review/changeList';
import type { FileView } from '../../../../src/core/edits/review/fileView';
import type { Baselines } from '../../../../src/core/edits/store/baselines';
import { reviewOf, viewOf } from './fileViews';

/** An editor as far as it matters here, and what VS Code was asked to open. */
const editor = vi.hoisted(() => {
  class FakeUri {
    constructor(
      readonly scheme: string,
      readonly fsPath: string,
    ) {}
    with({ scheme }: { scheme: string }) {
      return new FakeUri(scheme, this.fsPath);
    }
    toString() {
      return `${this.scheme}:${this.fsPath}`;
    }
  }
  class FakePosition {
    constructor(
      readonly line: number,
      readonly character: number,
    ) {}
  }
  class FakeRange {
    constructor(readonly start: number | FakePosition) {}
    get line() {
      return typeof this.start === 'number' ? this.start : this.start.line;
    }
  }
  class TabInputText {
    constructor(readonly uri: FakeUri) {}
  }
  class TabInputTextDiff {
    constructor(
      readonly original: FakeUri,
      readonly modified: FakeUri,
    ) {}
  }
  interface FakeEditor {
    readonly document: { readonly uri: FakeUri };
    selection: { readonly active: { readonly line: number } };
    revealRange(): void;
  }
  const window = {
    activeTextEditor: undefined as FakeEditor | undefined,
    tabGroups: { activeTabGroup: { activeTab: undefined as { input: unknown } | undefined } },
    showTextDocument: async (uri: FakeUri, { selection }: { selection: FakeRange }) => {
      opened.push(`${uri} at ${selection.line}`);
      focus(uri, selection.line);
    },
  };
  const opened: string[] = [];
  /** Puts the cursor into a document; the tab is a diff if it has a left side. */
  const focus = (uri: FakeUri, line: number, original?: FakeUri, modified = uri) => {
    const selection = { active: { line } };
    window.activeTextEditor = { document: { uri }, selection, revealRange: () => undefined };
    const input = original ? new TabInputTextDiff(original, modified) : new TabInputText(uri);
    window.tabGroups.activeTabGroup.activeTab = { input };
  };
  const executeCommand = async (
    _command: string,
    left: FakeUri,
    right: FakeUri,
    _title: string,
    { selection }: { selection?: FakeRange },
  ) => {
    opened.push(`${left} | ${right} at ${selection?.line}`);
    focus(right, selection?.line ?? 0, left);
  };
  const uri = (scheme: string, path: string) => new FakeUri(scheme, path);
  const vscode = {
    Uri: { file: (path: string) => uri('file', path) },
    Range: FakeRange,
    Position: FakePosition,
    Selection: class {
      readonly active: FakePosition;
      constructor(at: FakePosition) {
        this.active = at;
      }
    },
    TabInputText,
    TabInputTextDiff,
    TextEditorRevealType: {},
    EventEmitter: class {
      readonly dispose = () => undefined;
    },
    workspace: { registerFileSystemProvider: () => ({ dispose: () => undefined }) },
    l10n: { t: (text: string) => text },
    commands: { executeCommand },
    window,
  };
  const reset = () => {
    opened.length = 0;
    window.activeTextEditor = undefined;
    window.tabGroups.activeTabGroup.activeTab = undefined;
  };
  return { vscode, window, opened, focus, reset, uri };
});

vi.mock('vscode', () => editor.vscode);

// Files of one worker share modules: these are loaded with the mock, and not left behind.
vi.resetModules();
const { ChangeEditors } = await import('../../../../src/host/review/changeEditors');
const { StoredContents } = await import('../../../../src/host/review/storedContents');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

beforeEach(() => editor.reset());

const channel = reviewOf('c');
const first = viewOf('/a', channel, { before: '1\n2\n3\n4\n', after: '1\nB\n3\nD\n' });
const gone: FileView = {
  ...viewOf('/b', channel, { before: '1\n', after: '1\n' }),
  kind: 'deleted',
  hunks: [],
};
const last = viewOf('/c', channel, { before: '1\n2\n3\n4\n', after: 'A\n2\n3\nD\n' });

function editors() {
  const list: Pick<ChangeList, 'all'> = { all: [first, gone, last] };
  const baselines: Pick<Baselines, 'get'> = { get: async () => undefined };
  return new ChangeEditors(list as ChangeList, new StoredContents(baselines as Baselines));
}

const line = () => editor.window.activeTextEditor?.selection.active.line;

it('goes from a file without changes to the first change, and on past a deleted file', async () => {
  const changes = editors();
  editor.focus(editor.uri('file', '/else'), 7);
  for (let step = 0; step < 5; step += 1) expect(await changes.go(1)).toBe(true);
  expect(editor.opened).toEqual([
    'file:/a at 1',
    'tandem-before:/b | tandem-baseline:/b at 0',
    'tandem-before:/c | file:/c at 0',
  ]);
  // Inside one editor, the cursor moves.
  expect(line()).toBe(3);
});

it('goes back to the last change of the file before, also in diffs', async () => {
  const changes = editors();
  editor.focus(editor.uri('file', '/c'), 0, editor.uri('tandem-before', '/c'));
  await changes.go(-1);
  await changes.go(-1);
  expect(editor.opened).toEqual([
    'tandem-before:/b | tandem-baseline:/b at 0',
    'tandem-before:/a | file:/a at 3',
  ]);
  await changes.go(-1);
  expect(line()).toBe(1);
});

it('goes to the next change from the left side of a diff', async () => {
  const before = editor.uri('tandem-before', '/a');
  editor.focus(before, 1, before, editor.uri('file', '/a'));
  await editors().go(1);
  expect(editor.opened).toEqual(['tandem-before:/a | file:/a at 3']);
});
