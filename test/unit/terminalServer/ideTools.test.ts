import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import type { JsonObject } from '../../../src/base/json';
import { type IdeBed, ideBed } from '../../support/ide/ideBed';
import { IdeTestClient } from '../../support/ide/ideTestClient';

let bed: IdeBed;
let client: IdeTestClient;

beforeEach(async () => {
  bed = await ideBed();
  client = await IdeTestClient.connect(bed.address);
});

afterEach(() => bed.server.dispose());

async function json(name: string, input: JsonObject = {}): Promise<unknown> {
  const texts = await client.texts(name, input);
  expect(texts).toHaveLength(1);
  return JSON.parse(texts[0] ?? '');
}

const range = { start: { line: 1, character: 2 }, end: { line: 3, character: 4 } };
const proposal = {
  old_file_path: '/workspace/a.txt',
  new_file_path: '/workspace/a.txt',
  new_file_contents: 'one\nTWO\n',
  tab_name: '✻ [Claude Code] a.txt (0cf06a) ⧉',
};

it('offers the twelve tools, each with a closed schema', async () => {
  const { result } = await client.ask('tools/list');
  const { tools } = result as unknown as { tools: { name: string; inputSchema: JsonObject }[] };
  expect(tools.map(tool => tool.name).sort()).toEqual([
    'checkDocumentDirty',
    'closeAllDiffTabs',
    'close_tab',
    'executeCode',
    'getCurrentSelection',
    'getDiagnostics',
    'getLatestSelection',
    'getOpenEditors',
    'getWorkspaceFolders',
    'openDiff',
    'openFile',
    'saveDocument',
  ]);
  for (const { inputSchema } of tools) {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  }
});

/** Each tool with valid parameters, and with invalid values for parameters. */
const parameters: readonly [string, JsonObject, JsonObject][] = [
  ['openFile', { filePath: '/workspace/a.txt' }, { filePath: 7, preview: 'yes', startLine: 0 }],
  ['openDiff', proposal, { new_file_contents: null, tab_name: 7 }],
  ['getCurrentSelection', {}, {}],
  ['getLatestSelection', {}, {}],
  ['getOpenEditors', {}, {}],
  ['getWorkspaceFolders', {}, {}],
  ['getDiagnostics', {}, { uri: 7 }],
  ['checkDocumentDirty', { filePath: '/workspace/a.txt' }, { filePath: ['/workspace/a.txt'] }],
  ['saveDocument', { filePath: '/workspace/a.txt' }, { filePath: null }],
  ['close_tab', { tab_name: 'x' }, { tab_name: {} }],
  ['closeAllDiffTabs', {}, {}],
  ['executeCode', { code: '1' }, { code: 1 }],
];

describe.each(parameters)('%s', (name, good, wrong) => {
  const answerDiff = async () => {
    if (name === 'openDiff') (await bed.editor.diff(0)).answer({ kind: 'rejected' });
  };

  beforeEach(() => {
    bed.editor.output = [{ type: 'text', text: '1' }];
  });

  it('accepts valid parameters and unknown additional ones', async () => {
    const call = client.call(name, { ...good, _newer: true });
    await answerDiff();
    const { result } = await call;
    expect(result?.isError).toBeUndefined();
    expect(result?.content?.length).toBeGreaterThan(0);
    expect(bed.log.lines).toContainEqual({
      level: 'debug',
      message: expect.stringContaining(name),
      data: { extra: ['_newer'] },
    });
  });

  it.each(Object.keys(wrong))('reports that %s is invalid', async key => {
    const { result } = await client.call(name, { ...good, [key]: wrong[key] });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(new RegExp(`^${name} cannot .*\\b${key}: `)) }],
    });
  });

  it.each(name === 'getDiagnostics' ? [] : Object.keys(good))(
    'reports that %s is missing',
    async key => {
      const { [key]: _, ...rest } = good;
      const { result } = await client.call(name, rest);
      expect(result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining(`${key}: `) }],
      });
    },
  );

  it('rejects a list of parameters', async () => {
    expect(await client.ask('tools/call', { name, arguments: [] })).toMatchObject({
      error: { code: -32602 },
    });
  });
});

describe('openFile', () => {
  it('opens a file and confirms it as text', async () => {
    expect(await client.texts('openFile', { filePath: '/workspace/a b ü.ts' })).toEqual([
      'Opened file: /workspace/a b ü.ts',
    ]);
    expect(bed.editor.opened).toEqual([
      { path: '/workspace/a b ü.ts', isPreview: false, isFrontmost: true },
    ]);
  });

  it('opens a file in the background and describes it', async () => {
    const input = { filePath: '/workspace/a.ts', preview: true, makeFrontmost: false };
    expect(await json('openFile', input)).toEqual({
      success: true,
      filePath: '/workspace/a.ts',
      languageId: 'typescript',
      lineCount: 12,
    });
    expect(bed.editor.opened[0]).toMatchObject({ isPreview: true, isFrontmost: false });
  });

  it('selects by text or by lines', async () => {
    const filePath = '/workspace/a.ts';
    await client.call('openFile', { filePath, startText: 'a', endText: 'b' });
    await client.call('openFile', { filePath, startText: 'a', selectToEndOfLine: true });
    await client.call('openFile', { filePath, startLine: 2, endLine: 3 });
    expect(bed.editor.opened.map(one => one.select)).toEqual([
      { startText: 'a', endText: 'b', toEndOfLine: false },
      { startText: 'a', toEndOfLine: true },
      { startLine: 2, endLine: 3 },
    ]);
    const texts = await client.texts('openFile', { filePath, startText: 'nowhere' });
    expect(texts).toEqual([expect.stringMatching(/^Opened file: .* is not in it/)]);
  });

  it.each([
    ['/workspace/absent.ts', /There is no/],
    ['https://example.com/a.ts', /not a file on this computer/],
    ['', /path is needed/],
  ])('reports why it cannot open "%s"', async (filePath, words) => {
    const { result } = await client.call('openFile', { filePath });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(words) }],
    });
  });

  it("resolves a relative path against the client's folder", async () => {
    await client.call('openFile', { filePath: 'src/a.ts' });
    expect(bed.editor.opened[0]?.path).toBe('/workspace/src/a.ts');
  });
});

describe('openDiff', () => {
  it('shows the proposal and returns the accepted contents, with LF', async () => {
    const answer = client.texts('openDiff', { ...proposal, new_file_contents: 'one\r\nTWO\r\n' });
    const diff = await bed.editor.diff(0);
    expect(diff).toMatchObject({
      path: '/workspace/a.txt',
      contents: 'one\nTWO\n',
      tabName: proposal.tab_name,
      connection: bed.server.connections[0]?.id,
    });
    diff.answer({ kind: 'accepted', contents: 'one\r\nedited\r\n' });
    expect(await answer).toEqual(['FILE_SAVED', 'one\nedited\n']);
  });

  it('returns an empty text if that was accepted', async () => {
    const answer = client.texts('openDiff', { ...proposal, new_file_contents: '' });
    (await bed.editor.diff(0)).answer({ kind: 'accepted', contents: '' });
    expect(await answer).toEqual(['FILE_SAVED', '']);
  });

  it('reports a rejection', async () => {
    const answer = client.texts('openDiff', proposal);
    (await bed.editor.diff(0)).answer({ kind: 'rejected' });
    expect(await answer).toEqual(['DIFF_REJECTED']);
  });

  it.each([
    ['close_tab', { tab_name: proposal.tab_name }, 'TAB_CLOSED'],
    ['closeAllDiffTabs', {}, 'CLOSED_1_DIFF_TABS'],
  ])('is closed by %s, which neither accepts nor rejects it', async (tool, input, said) => {
    const answer = client.call('openDiff', proposal);
    const diff = await bed.editor.diff(0);
    expect(await client.texts(tool, input)).toEqual([said]);
    expect(diff.signal.aborted).toBe(true);
    const { result } = await answer;
    expect(result?.isError).toBe(true);
    expect(JSON.stringify(result)).not.toMatch(/FILE_SAVED|DIFF_REJECTED|TAB_CLOSED/);
    // The CLI closes a tab twice.
    expect(await client.texts('close_tab', { tab_name: proposal.tab_name })).toEqual([
      'TAB_CLOSED',
    ]);
    expect(await client.texts('closeAllDiffTabs')).toEqual(['CLOSED_0_DIFF_TABS']);
  });

  it('is closed with its own connection only', async () => {
    const other = await IdeTestClient.connect(bed.address);
    const answer = other.texts('openDiff', proposal);
    void client.call('openDiff', proposal);
    const [theirs, ours] = [await bed.editor.diff(0), await bed.editor.diff(1)];
    expect(await client.texts('closeAllDiffTabs')).toEqual(['CLOSED_1_DIFF_TABS']);
    expect([theirs.signal.aborted, ours.signal.aborted]).toEqual([false, true]);
    void client.call('openDiff', proposal);
    const again = await bed.editor.diff(2);
    await client.close();
    await bed.editor.until(() => again.signal.aborted);
    theirs.answer({ kind: 'accepted', contents: 'x' });
    expect(await answer).toEqual(['FILE_SAVED', 'x']);
  });

  it('is closed when the server ends', async () => {
    void client.call('openDiff', proposal);
    const diff = await bed.editor.diff(0);
    bed.server.dispose();
    expect(diff.signal.aborted).toBe(true);
  });

  it('reports that too many diffs are open', async () => {
    for (let index = 0; index < 32; index += 1) {
      void client.call('openDiff', { ...proposal, tab_name: `${index}` });
    }
    const { result } = await client.call('openDiff', { ...proposal, tab_name: 'more' });
    expect(result).toMatchObject({ isError: true });
    expect(bed.editor.diffs).toHaveLength(32);
  });
});

describe('selection tools', () => {
  const names = ['getCurrentSelection', 'getLatestSelection'] as const;

  it.each(names)('%s reports that there is none', async name => {
    expect(await json(name)).toEqual({ success: false, message: expect.any(String) });
  });

  it.each(names)('%s returns text, file and 0-based range', async name => {
    bed.editor.selection = { path: '/workspace/a b.ts', text: 'x', range };
    expect(await json(name)).toEqual({
      ...(name === 'getCurrentSelection' ? { success: true } : {}),
      text: 'x',
      filePath: '/workspace/a b.ts',
      fileUrl: 'file:///workspace/a%20b.ts',
      selection: { ...range, isEmpty: false },
    });
  });
});

it('returns tabs and folders', async () => {
  const tab = {
    uri: 'file:///workspace/a.ts',
    label: 'a.ts',
    fileName: '/workspace/a.ts',
    languageId: 'typescript',
    lineCount: 3,
    isActive: true,
    isPinned: false,
    isPreview: false,
    isDirty: true,
    isUntitled: false,
    isGroupActive: true,
    groupIndex: 0,
    viewColumn: 1,
    selection: range,
  };
  bed.editor.tabs = [tab];
  bed.editor.workspace = [{ name: 'w', path: '/work space' }];
  expect(await json('getOpenEditors')).toEqual({ tabs: [tab] });
  expect(await json('getWorkspaceFolders')).toEqual({
    success: true,
    folders: [{ name: 'w', uri: 'file:///work%20space', path: '/work space' }],
    rootPath: '/work space',
  });
});

describe('document tools', () => {
  const filePath = '/workspace/a.ts';

  it('report that a file is not open', async () => {
    const closed = { success: false, message: `Document not open: ${filePath}` };
    expect(await json('checkDocumentDirty', { filePath })).toEqual(closed);
    expect(await json('saveDocument', { filePath })).toEqual(closed);
  });

  it('report whether a file is unsaved, and save it', async () => {
    bed.editor.documents.set(filePath, { isDirty: true, isUntitled: false });
    expect(await json('checkDocumentDirty', { filePath })).toEqual({
      success: true,
      filePath,
      isDirty: true,
      isUntitled: false,
    });
    expect(await json('saveDocument', { filePath: `file://${filePath}` })).toMatchObject({
      success: true,
      filePath,
      saved: true,
    });
    expect(bed.editor.saved).toEqual([filePath]);
  });
});

describe('getDiagnostics', () => {
  const problem = { message: 'Bad', severity: 'Error', range } as const;
  const put = (path: string, more: JsonObject = {}) =>
    bed.editor.problems.set(path, { path, diagnostics: [{ ...problem, ...more }] });

  it.each([
    'file:///workspace/new dir/b ü.txt',
    'file:///workspace/new%20dir/b%20%C3%BC.txt',
    '/workspace/new dir/b ü.txt',
  ])('finds the file that %s refers to, and returns its URI without encoding', async uri => {
    put('/workspace/new dir/b ü.txt', { source: 'ts', code: '2304' });
    put('/workspace/other.txt');
    expect(await json('getDiagnostics', { uri })).toEqual([
      {
        uri: 'file:///workspace/new dir/b ü.txt',
        diagnostics: [{ ...problem, source: 'ts', code: '2304' }],
      },
    ]);
  });

  it('returns a file without problems by name', async () => {
    const uri = 'file:///workspace/a.txt';
    expect(await json('getDiagnostics', { uri })).toEqual([{ uri, diagnostics: [] }]);
  });

  it('spells files of a symlinked folder like the client', async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-ide-')));
    try {
      await mkdir(join(root, 'real'));
      await symlink(join(root, 'real'), join(root, 'link'));
      bed.editor.workspace = [{ name: 'link', path: join(root, 'link') }];
      put(join(root, 'link', 'a.txt'));
      const uri = `file://${join(root, 'real', 'a.txt')}`;
      const expected = [{ uri, diagnostics: [problem] }];
      expect(await json('getDiagnostics', { uri })).toEqual(expected);
      expect(await json('getDiagnostics')).toEqual(expected);
    } finally {
      await rm(root, { recursive: true });
    }
  });

  it('keeps the file that the client compares if there are too many problems', async () => {
    const many = Array.from({ length: 1_500 }, (_, index) => ({ ...problem, message: `${index}` }));
    bed.editor.problems.set('/workspace/many', { path: '/workspace/many', diagnostics: many });
    put('/workspace/a.txt');
    await json('getDiagnostics', { uri: 'file:///workspace/a.txt' });
    const files = (await json('getDiagnostics')) as { uri: string; diagnostics: unknown[] }[];
    expect(files.map(({ uri, diagnostics }) => [uri, diagnostics.length])).toEqual([
      ['file:///workspace/a.txt', 1],
      ['file:///workspace/many', 999],
    ]);
  });

  it.each([{}, { uri: 'file:///workspace/a.txt' }])('times out with %j', async input => {
    const never = new Deferred<void>();
    bed.editor.languageServer = never.promise;
    const { result } = await client.call('getDiagnostics', input);
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('in time') }],
    });
    never.resolve();
  });
});

describe('executeCode', () => {
  it('passes on texts and images', async () => {
    bed.editor.output = [
      { type: 'text', text: '2' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ];
    const { result } = await client.call('executeCode', { code: '1 + 1' });
    expect(result).toEqual({ content: bed.editor.output });
    expect(bed.editor.executed).toEqual(['1 + 1']);
  });

  it('reports why the code was not run', async () => {
    const { result } = await client.call('executeCode', { code: '1' });
    expect(result).toMatchObject({ isError: true, content: [{ text: 'No notebook is open.' }] });
  });
});
