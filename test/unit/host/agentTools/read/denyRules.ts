import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import type { Clock } from '../../../../../src/base/clock';
import { silentLog } from '../../../../../src/base/log';
import type { ChannelId } from '../../../../../src/contract/ids';
import type { CodeSearch } from '../../../../../src/host/agentTools/codeIndex/codeSearch';
import type { McpTool } from '../../../../../src/terminalServer/mcp/tool';
import { fakeEditor, word } from './fakeEditor';

/** A file, a rule, and whether the rule denies it. `=` is the folder, `~` the user's home. */
export type Row = readonly [rule: string, file: string, isDenied: boolean];

const plain = 'lib/deep/a.txt';
const spaced = 'my lib/ä b.txt';

export const rows: readonly Row[] = [
  ['Read(lib/deep/a.txt)', plain, true],
  ['Read(./lib/deep/a.txt)', plain, true],
  ['Read(/lib/deep/a.txt)', plain, true],
  ['Read(/=/lib/deep/a.txt)', plain, true],
  ['Read(~/project/lib/deep/a.txt)', plain, true],
  ['Read(~/other/**)', plain, false],
  ['Read(//elsewhere/**)', plain, false],
  ['Read', plain, true],
  ['Read(*)', plain, true],
  ['Read(**)', plain, true],
  ['Read(lib)', plain, true],
  ['Read(lib/)', plain, true],
  ['Read(lib/**)', plain, true],
  ['Read(lib/*)', plain, true],
  ['Read(lib/**/a.txt)', plain, true],
  ['Read(lib/*/a.txt)', plain, true],
  ['Read(lib/*.txt)', plain, false],
  ['Read(lib/deep/?.txt)', plain, true],
  ['Read(lib/deep/[ab].txt)', plain, true],
  ['Read(lib/deep/[b-z].txt)', plain, false],
  ['Read(**/a.txt)', plain, true],
  ['Read(a.txt)', plain, true],
  ['Read(*.txt)', plain, true],
  ['Read(/a.txt)', plain, false],
  ['Read(deep/**)', plain, true],
  ['Read(**/deep/**)', plain, true],
  ['Read(lib//deep/a.txt)', plain, true],
  ['Read(lib/deep/../deep/a.txt)', plain, false],
  ['Read(lib\\deep\\a.txt)', plain, false],
  ['Read(!lib/**)', plain, false],
  ['Read(libs/**)', plain, false],
  ['Read(lib-*/**)', plain, false],
  ['Edit(lib/**)', plain, false],
  ['Read(my lib/ä b.txt)', spaced, true],
  ['Read(my lib/**)', spaced, true],
  ['Read(my/**)', spaced, false],
  ['Read(my lib/*.txt)', spaced, true],
  ['Read(/link.txt)', 'link.txt', true],
  ['Read(link.txt)', plain, false],
  ['Read(/link.txt)', plain, true],
  ['Read(/linked/**)', plain, true],
  ['Read(lib/deep/a.txt)', 'link.txt', true],
  ['Read(lib/**)', 'linked/deep/a.txt', true],
  ['Read(linked/deep/**)', plain, false],
  ['Read(/linked/deep/**)', plain, true],
  ['Read(LIB/**)', plain, true],
];

/** Tools that change files. A rule against edits bars them from a file, too. */
export const editing: ReadonlySet<string> = new Set(['apply_patch', 'insert_edit']);

/** Tools that answer with names of files and folders only, or that read no file. */
export const silent: ReadonlySet<string> = new Set([
  ...['find_files', 'list_directory', 'project_tree', 'memory_note'],
]);

/** Input of each tool that could show a file's text: in the first place with its path, if any. */
export const inputs: Readonly<Record<string, (file: string) => readonly object[]>> = {
  problems: file => [{ path: dirname(file) }, {}],
  document_symbols: file => [{ path: file }],
  workspace_symbols: () => [{ query: 'x' }],
  definition: file => [
    { path: 'other.txt', line: 1 },
    { path: file, line: 1 },
  ],
  references: file => [
    { path: 'other.txt', line: 1 },
    { path: file, line: 1 },
  ],
  implementations: file => [
    { path: 'other.txt', line: 1 },
    { path: file, line: 1 },
  ],
  hover: file => [
    { path: 'other.txt', line: 1 },
    { path: file, line: 1 },
  ],
  call_hierarchy: () => [
    { path: 'other.txt', line: 1, direction: 'incoming' },
    { path: 'other.txt', line: 1, direction: 'outgoing' },
  ],
  rename_preview: () => [{ path: 'other.txt', line: 1, newName: 'x' }],
  open_editors: () => [{}],
  find_text: () => [{ query: 'only' }],
  code_search: () => [{ query: 'only' }],
  read_file: file => [{ path: file }],
  changed_files: () => [{ diff: true }],
  // Both answer with the lines that are most like those which are not there.
  apply_patch: file => [{ patch: `*** Update File: ${file}\n-const other: ${word} is else\n+x` }],
  insert_edit: file => [{ path: file, anchor: `${word} is else`, newText: 'x' }],
};

/** The same for tools of agents in terminals. */
export const terminalInputs: Readonly<Record<string, (path: string) => readonly object[]>> = {
  getDiagnostics: path => [{ uri: path }, {}],
  getCurrentSelection: () => [{}],
  getLatestSelection: () => [{}],
};

/** Tools of agents in terminals that answer with no text of a file. */
export const silentInTerminals: ReadonlySet<string> = new Set([
  ...['openFile', 'openDiff', 'getOpenEditors', 'getWorkspaceFolders', 'checkDocumentDirty'],
  ...['saveDocument', 'close_tab', 'closeAllDiffTabs', 'executeCode'],
]);

/** Timers for what settles soon end at once; those that limit a wait never do. */
const clock: Clock = {
  now: () => Date.now(),
  setTimeout(fire, delay) {
    const soon = delay <= 400 ? setImmediate(fire) : undefined;
    return { dispose: () => clearImmediate(soon) };
  },
};

/** Real handlers of the tools, in a folder whose settings hold one rule. */
export class DenyRulesBed {
  private readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'denied reads ä-')));
  private readonly at = {
    folder: join(this.root, 'home', 'project'),
    path: join(this.root, 'home', 'project', 'other.txt'),
    other: join(this.root, 'home', 'project', 'other.txt'),
  };

  constructor() {
    for (const name of ['other.txt', plain, spaced]) {
      this.write(name, name === 'other.txt' ? 'other\n' : 'before\n');
    }
    const { folder } = this.at;
    symlinkSync(join(folder, plain), join(folder, 'link.txt'));
    symlinkSync(join(folder, 'lib'), join(folder, 'linked'));
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
        ...{ cwd: folder, stdio: 'pipe' },
      });
    git('init', '--quiet');
    git('add', 'lib', 'my lib');
    git('commit', '--quiet', '-m', 'a');
  }

  /** Loads the tools with an editor of this folder. */
  async load() {
    vi.resetModules();
    vi.doMock('vscode', () => fakeEditor(this.at));
    vi.doMock('../../../../../src/host/agentTools/read/ripgrepRunner', () => ({
      excludedGlobs: () => [],
      searchScope: () => [],
      runRipgrep: async ({ args }: { args: readonly string[] }) => ({
        lines: [args.includes('--files') ? this.name : `${this.name}\u00001:${word}`],
        isCut: false,
      }),
    }));
    const { toolTable } = await import('../../../../../src/host/agentTools/toolTable');
    const { codeSearchTool } = await import(
      '../../../../../src/host/agentTools/read/codeSearchTool'
    );
    const { readRulesOf } = await import('../../../../../src/host/agent/readRules');
    const { Sharing } = await import('../../../../../src/host/sharing/sharing');
    const { EditorPort } = await import('../../../../../src/host/terminalBridge/editorPort');
    const { SelectionWatch } = await import(
      '../../../../../src/host/terminalBridge/selectionWatch'
    );
    const { ClientPaths } = await import('../../../../../src/terminalServer/tools/clientPaths');
    const { OpenDiffs } = await import('../../../../../src/terminalServer/tools/openDiffs');
    const { ideTools } = await import('../../../../../src/terminalServer/tools/toolTable');
    const home = join(this.root, 'home');
    const env = { HOME: home, USERPROFILE: home, CLAUDE_CONFIG_DIR: join(home, '.claude') };
    const values: Readonly<Record<string, unknown>> = { 'tandem.cli.env': env };
    const settings = { get: (name: string) => values[name] } as Parameters<typeof readRulesOf>[0];
    const readRules = readRulesOf(settings);
    const context = {
      ...{ cwd: this.at.folder, folders: [], channelId: 'c' as ChannelId },
      ...{ readRules, clock, log: silentLog },
    };
    let sent: () => void = () => undefined;
    const sharing = new Sharing(clock, readRules);
    const selections = new SelectionWatch({
      ...{ isShared: () => true, sharing, clock, send: () => sent() },
    });
    const noDiffs = {} as ConstructorParameters<typeof EditorPort>[0];
    const editor = new EditorPort(noDiffs, selections, sharing, clock);
    return {
      tools: [...toolTable, codeSearchTool(this.code)].map(tool => tool.make(context)),
      terminalTools: ideTools({
        ...{ connection: 1, editor, clock, log: silentLog },
        ...{ paths: new ClientPaths(() => editor.folders()), diffs: new OpenDiffs(1) },
      }),
      /** Waits until it is known whether the selection may be told. */
      settled: () =>
        new Promise<void>(resolve => {
          sent = resolve;
          selections.again();
        }),
    };
  }

  /** Makes this the only rule, and the file that everything is found in. */
  set([rule, file]: Row): void {
    this.at.path = join(this.at.folder, file);
    for (const name of [plain, spaced]) {
      const isMeant = (file === spaced) === (name === spaced);
      this.write(name, isMeant ? `${word}\n` : 'changed\n');
    }
    const deny = [rule.replace('=', this.at.folder)];
    this.write('.claude/settings.json', JSON.stringify({ permissions: { deny } }));
  }

  get path(): string {
    return this.at.path;
  }

  answer(tool: McpTool, input: object): Promise<string> {
    const call = { signal: new AbortController().signal };
    return tool.run({ ...input }, call).then(
      ({ content }) => content.map(one => (one.type === 'text' ? one.text : '')).join('\n'),
      (error: unknown) => String(error),
    );
  }

  remove(): void {
    vi.doUnmock('vscode');
    vi.doUnmock('../../../../../src/host/agentTools/read/ripgrepRunner');
    vi.resetModules();
    rmSync(this.root, { recursive: true, force: true });
  }

  /** A search that finds the file, and asks as the real one does whether it may be read. */
  private readonly code: Pick<CodeSearch, 'find'> = {
    find: async ({ allReadable }) => {
      const readable = await allReadable([this.at.path]);
      const passage = { root: this.at.folder, path: this.name, from: 0, to: 0, head: 0, score: 1 };
      const passages = readable.has(this.at.path)
        ? [{ ...passage, title: word, reasons: [], excerpt: [] }]
        : [];
      return { passages, known: 1, left: 0, isCut: false };
    },
  };

  private get name(): string {
    return this.at.path.slice(this.at.folder.length + 1);
  }

  private write(name: string, text: string): void {
    const path = join(this.at.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
