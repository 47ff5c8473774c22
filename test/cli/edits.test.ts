import { existsSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json';
import type { PermissionAnswer, PermissionRequest } from '../../src/protocol/agentSource';
import { text, toolUse } from '../support/api/reply';
import { type CliVersion, cliBinary } from '../support/cli/cliBinary';
import { AgentRun, allowOnce } from './support/agentRun';
import { hasEveryRow, versionsWith } from './support/versionRows';
import { versionTraits } from './support/versionTraits';

const twoToTwo = { old_string: 'two', new_string: 'TWO' };

/** The user's edit of a proposal → the resulting file content. */
const editedProposals: readonly [
  name: string,
  tool: 'Edit' | 'Write',
  before: string | undefined,
  input: JsonObject,
  after: string,
][] = [
  ['an LF file', 'Edit', 'one\ntwo\nthree\n', twoToTwo, '1\n2\n3'],
  ['a file with CRLF', 'Edit', 'one\r\ntwo\r\n', twoToTwo, 'one\r\n2\r\nfour\r\n'],
  ['a file with a byte order mark', 'Edit', '\ufeffone\ntwo\n', twoToTwo, '\ufeffone\n2\n'],
  [
    'a file with CRLF and a byte order mark',
    'Edit',
    '\ufeffone\r\ntwo\r\n',
    twoToTwo,
    '\ufeffone\r\n2\r\n',
  ],
  ['an empty file', 'Edit', '', { old_string: '', new_string: 'x' }, 'edited\n'],
  ['a file that does not exist', 'Edit', undefined, { old_string: '', new_string: 'x' }, 'new\n'],
  ['a file without a final newline', 'Edit', 'one\ntwo', twoToTwo, 'one\ntwo\n'],
  ['whitespace and dollar signs', 'Edit', 'one\ntwo\n', twoToTwo, 'a  \n\t$& $1 $$ \\n  \n\n  \n'],
  ['all text removed', 'Edit', 'one\ntwo\n', twoToTwo, ''],
  ['CRLF added to an LF file', 'Edit', 'one\ntwo\n', twoToTwo, 'one\r\n2\r\n'],
  ['all changes reverted', 'Edit', 'one\ntwo\n', twoToTwo, 'one\ntwo\n'],
  ['all occurrences', 'Edit', 'two two\n', { ...twoToTwo, replace_all: true }, 'TWO two TWO\n'],
  ['a file with CRLF', 'Write', 'one\r\ntwo\r\n', { content: 'a\nb\n' }, 'a\r\nc\r\n'],
  ['CRLF added to an LF file', 'Write', 'one\n', { content: 'a\n' }, 'a\r\nb\r\n'],
  ['a file with a byte order mark', 'Write', '\ufeffone\n', { content: 'a\n' }, '\ufeffb\n'],
  ['a file that does not exist', 'Write', undefined, { content: 'a\n' }, 'b  \n\n'],
  ['all text removed', 'Write', 'one\n', { content: 'a\n' }, ''],
];

/** Proposals that are accepted unchanged: the file gets exactly the displayed text. */
const plainProposals: readonly [
  name: string,
  tool: 'Edit' | 'Write',
  before: string,
  input: JsonObject,
][] = [
  ['a replacement', 'Edit', 'one\ntwo\n', twoToTwo],
  ['CRLF', 'Edit', 'one\r\ntwo\r\nthree\r\n', twoToTwo],
  ['mostly CRLF', 'Edit', 'one\r\ntwo\nthree\r\n', twoToTwo],
  ['mostly LF', 'Edit', 'one\r\ntwo\nthree\nfour\n', twoToTwo],
  ['a removed line', 'Edit', 'one\ntwo\nthree\n', { old_string: 'two', new_string: '' }],
  ['part of a line', 'Edit', 'one two\ntwo\n', { old_string: 'one ', new_string: '' }],
  [
    'curly quotes',
    'Edit',
    'say “hi”, it’s ‘me’\n',
    { old_string: "say \"hi\", it's 'me'", new_string: "say \"ho ('you')\", it's" },
  ],
  ['trailing whitespace', 'Edit', 'one\ntwo\n', { old_string: 'two', new_string: 'x  ' }],
  ['new content', 'Write', 'one\n', { content: 'a\nb\n' }],
  ['new content for a CRLF file', 'Write', 'one\r\ntwo\r\n', { content: 'a\nb\n' }],
];

/** Cases in which the oldest version differs from the newest. */
const differing = [
  'a file with CRLF',
  'a file that does not exist',
  'CRLF',
  'curly quotes',
  'new content for a CRLF file',
];

function rowsFor<T extends readonly [string, ...unknown[]]>(
  version: CliVersion,
  rows: readonly T[],
): readonly T[] {
  return hasEveryRow(version) ? rows : rows.filter(([name]) => differing.includes(name));
}

describe.each(versionsWith())('Claude Code %s', version => {
  const traits = versionTraits[version];
  let run: AgentRun;
  let count = 0;
  const cellModes = hasEveryRow(version) ? ['replace', 'insert', 'delete'] : ['insert'];

  beforeAll(async () => {
    run = await AgentRun.start(await cliBinary(version));
  });
  afterAll(() => run.close());

  async function edit(
    tool: string,
    file: string,
    input: JsonObject,
    decide: (request: PermissionRequest) => PermissionAnswer,
  ): Promise<void> {
    count += 1;
    const prompt = `edit number ${count}.`;
    run.api.onPrompt(prompt, [
      // Versions before 2.1.329 edit only files that they have read.
      ...(existsSync(file) ? [toolUse('Read', { file_path: file })] : []),
      toolUse(tool, input),
      text('done'),
    ]);
    run.decide_ = request => (request.tool === tool ? decide(request) : allowOnce(request, never));
    await run.turn(prompt);
  }
  const never = new AbortController().signal;

  it.each(rowsFor(version, editedProposals))(
    'writes the proposal as edited by the user: %s (%s)',
    async (...row) => {
      const [, tool, before, input, after] = row;
      const file = run.path(`edited-${count}.txt`);
      if (before !== undefined) await writeFile(file, before);
      let isAsked = false;
      await edit(tool, file, { file_path: file, ...input }, request => {
        isAsked = true;
        return { kind: 'allow', input: request.edit?.inputFor(before, after) ?? {}, apply: [] };
      });
      expect(isAsked).toBe(true);
      const written = await readFile(file, 'utf8');
      // Older versions write a new file with the line endings that prevail in neighbouring files.
      const isConverted = traits.writeConvertsLineEnds && tool === 'Write' && before === undefined;
      expect(isConverted ? written.replaceAll('\r\n', '\n') : written).toBe(after);
    },
  );

  it.each(rowsFor(version, plainProposals))(
    'shows exactly what an accepted proposal writes: %s (%s)',
    async (...row) => {
      const [, tool, before, input] = row;
      const file = run.path(`plain-${count}.txt`);
      await writeFile(file, before);
      let shown = '';
      await edit(tool, file, { file_path: file, ...input }, request => {
        shown = request.edit?.sides(before).after ?? '';
        return { kind: 'allow', input: request.input, apply: [] };
      });
      expect(shown).not.toBe(before);
      expect(await readFile(file, 'utf8')).toBe(shown);
    },
  );

  it('writes line endings as the version traits say', async () => {
    const file = run.path('ends.txt');
    await writeFile(file, 'a\r\nb\r\n');
    await edit('Write', file, { file_path: file, content: 'c\n' }, ({ input }) => ({
      kind: 'allow',
      input,
      apply: [],
    }));
    const ends = traits.writeConvertsLineEnds ? 'c\r\n' : 'c\n';
    expect(await readFile(file, 'utf8')).toBe(ends);
  });

  it.each(['Edit', 'Write'])('keeps UTF-16 when %s writes an edited proposal', async tool => {
    const file = run.path(`wide-${tool}.txt`);
    const before = '\ufeffone\r\ntwo\r\n';
    await writeFile(file, before, 'utf16le');
    const input = tool === 'Edit' ? twoToTwo : { content: 'one\r\nTWO\r\n' };
    await edit(tool, file, { file_path: file, ...input }, request => ({
      kind: 'allow',
      input: request.edit?.inputFor(before, 'one\r\n2 ü €') ?? {},
      apply: [],
    }));
    const end = traits.keepsUtf16LineEnds ? '\r\n' : '\n';
    expect(await readFile(file, 'utf16le')).toBe(`\ufeffone${end}2 ü €`);
  });

  it.each([
    ['the file was changed', 'zero\none\ntwo\n', 'zero\none\nmine\n'],
    ['the file was rewritten unchanged', 'one\ntwo\n', 'one\nmine\n'],
  ])('writes an edited proposal or refuses it when %s meanwhile', async (_name, newer, after) => {
    const file = run.path(`meanwhile-${newer.length}.txt`);
    await writeFile(file, 'one\ntwo\n');
    await edit('Edit', file, { file_path: file, ...twoToTwo }, request => {
      writeFileSync(file, newer);
      return { kind: 'allow', input: request.edit?.inputFor(newer, after) ?? {}, apply: [] };
    });
    const { refusesEditAfter } = traits;
    const isRefused =
      refusesEditAfter === 'touch' || (refusesEditAfter === 'change' && newer !== 'one\ntwo\n');
    expect(await readFile(file, 'utf8')).toBe(isRefused ? newer : after);
  });

  it.each(cellModes)('shows the resulting notebook for edit mode %s', async mode => {
    const file = run.path(`whole-${mode}.ipynb`);
    const cell = (id: string, cell_type: string, source: string | string[]) => ({
      ...{ cell_type, id, metadata: { tags: [id] }, source },
      ...(cell_type === 'code' ? { outputs: [printed], execution_count: 3 } : {}),
    });
    const printed = { output_type: 'stream', name: 'stdout', text: ['1\n'] };
    const notebook = {
      cells: [cell('c1', 'markdown', '# T'), cell('c2', 'code', ['x = 1\n', 'y = 2'])],
      metadata: { language_info: { name: 'python' } },
      nbformat: 4,
      nbformat_minor: 5,
    };
    const before = JSON.stringify(notebook);
    await writeFile(file, before);
    const input = {
      ...{ notebook_path: file, cell_id: 'c2', edit_mode: mode },
      ...{ new_source: 'print(3)', cell_type: 'code' },
    };
    let shown = '';
    await edit('NotebookEdit', file, input, request => {
      shown = request.edit?.notebook?.sides(before).after ?? '';
      return { kind: 'allow', input: request.input, apply: [] };
    });
    // The agent chooses the id of a new cell.
    const written = (await readFile(file, 'utf8')).replace(
      /"id": "(?!c[12]")[^"]+"/,
      '"id": "new-cell"',
    );
    expect(shown).not.toBe('');
    expect(JSON.parse(shown)).toEqual(JSON.parse(written));
  });

  it.each(cellModes)(
    'shows a single notebook cell and writes its edited source for edit mode %s',
    async mode => {
      const file = run.path(`book-${mode}.ipynb`);
      const cell = (id: string, source: string[]) => ({
        ...{ cell_type: 'code', id, metadata: {}, outputs: [], execution_count: null },
        source,
      });
      const notebook = {
        cells: [cell('c1', ['print(1)\n', 'print(2)']), cell('c2', ['x = 1'])],
        metadata: { language_info: { name: 'python' } },
        nbformat: 4,
        nbformat_minor: 5,
      };
      const before = JSON.stringify(notebook);
      await writeFile(file, before);
      const input = {
        notebook_path: file,
        cell_id: 'c1',
        edit_mode: mode,
        new_source: 'print(3)',
        cell_type: 'code',
      };
      let sides: unknown;
      await edit('NotebookEdit', file, input, request => {
        sides = request.edit?.sides(before);
        expect(request.edit?.kind).toBe('notebookCell');
        return { kind: 'allow', input: request.edit?.inputFor(before, 'y = 2\n') ?? {}, apply: [] };
      });
      const old = mode === 'insert' ? '' : 'print(1)\nprint(2)';
      expect(sides).toEqual({ before: old, after: mode === 'delete' ? '' : 'print(3)' });
      const cells: { source: string | string[] }[] = JSON.parse(await readFile(file, 'utf8')).cells;
      const sources = cells.map(one => [one.source].flat().join(''));
      expect(sources).toEqual(
        mode === 'insert' ? ['print(1)\nprint(2)', 'y = 2\n', 'x = 1'] : ['y = 2\n', 'x = 1'],
      );
      expect(run.before.at(-1)?.edits).toEqual([file]);
    },
  );
});
