import { chmod, lstat, mkdir, rm, stat, symlink } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Part, text, toolUse } from '../support/api/reply';
import { bytesAt, put, ReviewBed, type Talk } from '../support/channels/reviewBed';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';

let bed: ReviewBed;
let talk: Talk;

beforeAll(async () => {
  bed = await ReviewBed.open();
  talk = await bed.talk();
});
afterAll(() => bed.close());

const write = (file: string, content: string) => toolUse('Write', { file_path: file, content });
const edit = (file: string, old_string: string, new_string: string) =>
  toolUse('Edit', { file_path: file, old_string, new_string });
const bash = (command: string) => toolUse('Bash', { command, description: 'A command' });

/** A file's initial bytes and the agent's change to it. */
type Row = readonly [
  name: string,
  before: string | Uint8Array,
  change: (file: string) => Part,
  how: 'byHunk' | 'asWhole',
];

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const twoLines = (file: string) => edit(file, 'two', 'TWO');

const rows: readonly Row[] = [
  ['with CRLF', 'one\r\ntwo\r\nthree\r\n', twoLines, 'byHunk'],
  ['with mixed line endings', 'one\r\ntwo\nthree\r\n\rfour\n', twoLines, 'byHunk'],
  ['in UTF-8 with BOM', '\ufeffone ü\ntwo\n', twoLines, 'byHunk'],
  ['in UTF-16 LE', utf16('one ü\r\ntwo\r\n'), twoLines, 'byHunk'],
  [
    'in Latin-1',
    Buffer.from('one \xfc\ntwo\n', 'latin1'),
    file => bash(`LC_ALL=C sed -i s/two/TWO/ '${file}'`),
    'byHunk',
  ],
  ['without a final newline', 'one\ntwo', twoLines, 'byHunk'],
  ['that gets a final newline', 'one\ntwo', file => write(file, 'one\ntwo\n'), 'byHunk'],
  ['that was empty', '', file => write(file, 'one\n'), 'byHunk'],
  ['that becomes empty', 'one\n', file => write(file, ''), 'byHunk'],
  [
    'with binary content',
    Buffer.from([0, 255, 1, 13, 10, 0]),
    file => bash(`printf '\\001\\000\\377' > '${file}'`),
    'asWhole',
  ],
  ['deleted by a command', 'one\ntwo\n', file => bash(`rm '${file}'`), 'asWhole'],
];

/** Undoes, restores and keeps all changes; each step must reproduce the exact bytes. */
async function decideEachWay(
  file: string,
  before: Uint8Array | undefined,
  mode?: number,
): Promise<void> {
  const after = await bytesAt(file);
  expect(after).not.toEqual(before);
  const [reviewed, ...more] = bed.waiting(file);
  if (!reviewed) {
    throw new Error(`Nothing waits of ${file}: ${JSON.stringify(talk.updatesOf(file))}`);
  }
  expect(more).toEqual([]);
  const done = await bed.decisions.undoFiles('Undo', [reviewed]);
  expect(await bytesAt(file)).toEqual(before);
  if (mode !== undefined) {
    expect((await stat(file)).mode & 0o777).toBe(mode);
  }
  expect(bed.waiting(file)).toEqual([]);
  const [made] = done?.operations ?? [];
  if (!made) {
    throw new Error('Nothing was undone');
  }
  await bed.decisions.restore(made.channel, made.operation);
  expect(await bytesAt(file)).toEqual(after);
  expect(bed.waiting(file)).toEqual([reviewed]);
  await bed.decisions.keepFile(reviewed);
  expect(bed.waiting(file)).toEqual([]);
  expect(await bytesAt(file)).toEqual(after);
}

async function undoByHunk(file: string): Promise<void> {
  for (;;) {
    const [view] = await bed.views(file);
    const [hunk] = view?.hunks ?? [];
    if (!view || !hunk) {
      return;
    }
    await bed.decisions.undoHunk('Undo a change', view, hunk);
  }
}

describe('a file', () => {
  it.each(rowsOf(rows.slice(0, 4), rows))(
    '%s is kept and undone byte for byte',
    async (name, content, change, how) => {
      const file = bed.path(`file ${name}`);
      const before = await put(file, content);
      await talk.turn(change(file));
      await decideEachWay(file, before);
      if (how === 'byHunk') {
        // Uses another file: a busy CLI may refuse a file that changed after its own write.
        const other = bed.path(`other file ${name}`);
        await put(other, content);
        await talk.turn(change(other));
        expect(await bytesAt(other)).not.toEqual(before);
        await undoByHunk(other);
        expect(await bytesAt(other)).toEqual(before);
        expect(bed.waiting(other)).toEqual([]);
      }
    },
  );

  it('behind a symbolic link is undone without replacing the link', async () => {
    const target = bed.path('target.txt');
    const link = bed.path('link.txt');
    const before = await put(target, 'one\ntwo\n');
    await symlink('target.txt', link);
    // The newest CLI refuses to edit through a symbolic link.
    await talk.turn(bash(`echo three >> '${link}'`));
    await decideEachWay(target, before);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await bytesAt(link)).toEqual(Buffer.from('one\ntwo\nthree\n'));
  });

  it.each([
    ['that is read-only', 0o444],
    ['that is executable', 0o755],
    ['that only the user may access', 0o600],
  ])('%s keeps its file mode', async (name, mode) => {
    const file = bed.path(name);
    const before = await put(file, 'one\ntwo\n');
    await chmod(file, mode);
    await talk.turn(twoLines(file));
    await decideEachWay(file, before);
    expect((await stat(file)).mode & 0o777).toBe(mode);
  });

  it('that is executable is executable again when its deletion is undone', async () => {
    const file = bed.path('run.sh');
    const before = await put(file, '#!/bin/sh\n');
    await chmod(file, 0o755);
    await talk.turn(bash('true'), bash(`rm '${file}'`));
    await decideEachWay(file, before, 0o755);

    const made = bed.path('made.sh');
    await talk.turn(bash(`echo made > '${made}' && chmod 750 '${made}'`));
    await decideEachWay(made, undefined);
    expect((await stat(made)).mode & 0o777).toBe(0o750);
  });

  it('of more than 10 MB is reported as untracked, with the reason', async () => {
    const file = bed.path('large.txt');
    await put(file, Buffer.alloc(10 * 1024 * 1024 + 1, 'x\n'));
    await talk.turn(write(file, 'small\n'));
    expect(talk.updatesOf(file)).toMatchObject([
      { status: 'untracked', detail: 'It is larger than 10 MB.' },
    ]);
    expect(bed.waiting(file)).toEqual([]);
    await put(file, Buffer.alloc(10 * 1024 * 1024 + 1, 'x\n'));
    await talk.turn(bash(`echo more >> '${file}'`));
    const notes = talk.watch.events.flatMap(event =>
      event.type === 'tool.noted' ? [event.note] : [],
    );
    expect(notes).toEqual(['Changed, but not compared (larger than 10 MB): large.txt.']);
    await rm(file);
  });

  it('that cannot be restored is left alone, with an error message', async () => {
    const file = bed.path('now a folder');
    await put(file, 'one\n');
    await talk.turn(edit(file, 'one', 'ONE'));
    await rm(file);
    await mkdir(file);
    const undo = () => bed.decisions.undoFiles('Undo', bed.waiting(file));
    await expect(undo()).rejects.toMatchObject({
      code: 'file.unreadable',
      message: `${file} cannot be read. It is not a regular file.`,
    });
    expect(bed.waiting(file)).toHaveLength(1);

    const inner = bed.path('folder', 'inner.txt');
    const before = await put(inner, 'inner\n');
    await talk.turn(bash(`rm -r '${bed.path('folder')}'`));
    await put(bed.path('folder'), 'in the way\n');
    const undoInner = () => bed.decisions.undoFiles('Undo', bed.waiting(inner));
    await expect(undoInner()).rejects.toMatchObject({
      code: 'file.unwritable',
      message: expect.stringContaining(`${inner} could not be written: `),
    });
    await rm(bed.path('folder'));
    await undoInner();
    expect(await bytesAt(inner)).toEqual(before);
  });
});

it('keeps and undoes a notebook byte for byte', async () => {
  const file = bed.path('book.ipynb');
  const cell = { cell_type: 'code', id: 'c1', metadata: {}, outputs: [], execution_count: null };
  // Formatted differently from the agent's output.
  const before = await put(
    file,
    `{"cells":[${JSON.stringify({ ...cell, source: ['x = 1'] })}],
 "metadata": {"language_info":{"name":"python"}}, "nbformat":4,"nbformat_minor":5}`,
  );
  const cellEdit = { notebook_path: file, cell_id: 'c1', new_source: 'x = 2', cell_type: 'code' };
  await talk.turn(
    toolUse('Read', { file_path: file }),
    toolUse('NotebookEdit', { ...cellEdit, edit_mode: 'replace' }),
    toolUse('NotebookEdit', { ...cellEdit, edit_mode: 'insert', new_source: 'y = 3' }),
  );
  expect(String(await bytesAt(file))).toContain('y = 3');
  await decideEachWay(file, before);
});

describe('a file that was deleted and recreated', () => {
  it.each(['in one turn', 'over two turns'])('%s is undone to its original content', async how => {
    const file = bed.path(`again ${how}`);
    const before = await put(file, 'one\ntwo\n');
    const calls = [bash(`rm '${file}'`), write(file, 'new\n')];
    if (how === 'in one turn') {
      await talk.turn(...calls);
    } else {
      for (const call of calls) {
        await talk.turn(call);
      }
    }
    const [reviewed] = bed.waiting(file);
    expect(reviewed?.review.tools).toHaveLength(2);
    await decideEachWay(file, before);
  });

  it('can be undone call by call, first to no file and then to the original', async () => {
    const file = bed.path('by call.txt');
    const before = await put(file, 'one\n');
    await talk.turn(bash(`rm '${file}'`), write(file, 'new\n'));
    const [removal, creation] = bed.waiting(file)[0]?.review.tools ?? [];
    if (!removal || !creation) {
      throw new Error('The calls are not known');
    }
    await bed.decisions.undoTools('Undo', talk.review, new Set([creation]));
    expect(await bytesAt(file)).toBeUndefined();
    expect(bed.waiting(file)).toMatchObject([{ review: { after: null, tools: [removal] } }]);
    await bed.decisions.undoTools('Undo', talk.review, new Set([removal]));
    expect(await bytesAt(file)).toEqual(before);
    expect(bed.waiting(file)).toEqual([]);
  });

  it('is removed by an undo if the user deleted it in between', async () => {
    const file = bed.path('person.txt');
    await put(file, 'one\ntwo\n');
    await talk.turn(edit(file, 'two', 'TWO'));
    await rm(file);
    expect(await bed.views(file)).toEqual([]);
    await talk.turn(write(file, 'new\n'));
    await decideEachWay(file, undefined);
  });
});

it('tracks the writes of a subagent like any other edit', async () => {
  const file = bed.path('delegated.txt');
  const before = await put(file, 'one\n');
  bed.api.onSubagent('change it', [edit(file, 'one', 'ONE'), text('Changed.')]);
  const input = { description: 'A task', prompt: 'change it', subagent_type: 'general-purpose' };
  await talk.turn(toolUse('Agent', { ...input, run_in_background: false }));
  expect(talk.updatesOf(file)).toMatchObject([{ status: 'updated', added: 1, removed: 1 }]);
  await decideEachWay(file, before);
});

testInFull('tracks the edits of 2.0.36, even through a symbolic link', async () => {
  const old = await ReviewBed.open({ version: '2.0.36' });
  try {
    const oldTalk = await old.talk();
    const target = old.path('target.txt');
    const link = old.path('link.txt');
    const before = await put(target, 'one\r\ntwo\r\n');
    await symlink('target.txt', link);
    await oldTalk.turn(toolUse('Read', { file_path: link }), twoLines(link));
    await old.decisions.undoFiles('Undo', old.waiting(link));
    expect(await bytesAt(target)).toEqual(before);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);

    await oldTalk.turn(toolUse('Read', { file_path: target }), twoLines(target));
    const [reviewed] = old.waiting(target);
    expect(reviewed?.review.tools).toHaveLength(1);
    await old.decisions.keepTools(oldTalk.review, new Set(reviewed?.review.tools));
    expect(old.waiting(target)).toEqual([]);
    expect(String(await bytesAt(target))).toBe('one\r\nTWO\r\n');
  } finally {
    await old.close();
  }
});
