import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { UserError } from '../../src/base/errors';
import { silentLog } from '../../src/base/log';
import { LockFiles } from '../../src/terminalServer/locks/lockFile';
import { text, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { type CliVersion, cliBinary, newestCli } from '../support/cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../support/cli/isolatedHome';
import { TerminalCli } from '../support/cli/terminalCli';
import { inFull } from '../support/extent';
import { type IdeBed, ideBed } from '../support/ide/ideBed';
import { testInFull } from '../support/inFull';
import { versionsWith } from './support/versionRows';

let api: ScriptedApi;
let bed: IdeBed;
let home: IsolatedHome;
let locks: LockFiles;
let terminals: TerminalCli[];
let file: string;

async function open(): Promise<void> {
  api = await ScriptedApi.start();
  bed = await ideBed();
  const { port } = bed.address;
  const env = {
    CLAUDE_CODE_SSE_PORT: String(port),
    // Old versions connect only if they recognize the terminal.
    TERM_PROGRAM: 'vscode',
    CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: '1',
  };
  home = await isolatedHome({ apiUrl: api.url, maxRetries: 0, env });
  locks = await lockedIn(join(home.configDir, 'ide'));
  file = join(home.workspace, 'a.txt');
  await writeFile(file, 'one\ntwo\nthree\n');
  terminals = [];
}

async function close(): Promise<void> {
  await Promise.all(terminals.map(terminal => terminal.close()));
  bed.server.dispose();
  await api.close();
  await home.dispose();
}

async function lockedIn(folder: string): Promise<LockFiles> {
  const { port, token } = bed.address;
  const made = new LockFiles(folder, silentLog);
  await made.write(port, {
    pid: process.pid,
    folders: [home.workspace],
    ideName: 'Visual Studio Code (Tandem)',
    token,
  });
  return made;
}

/** Starts a CLI that has found the server by itself. */
async function terminal(version: CliVersion = 'newest'): Promise<TerminalCli> {
  const count = bed.server.connections.length;
  const args = ['--permission-mode', 'default'];
  const started = await TerminalCli.start(await cliBinary(version), home, args);
  terminals.push(started);
  await started.patiently(bed.until(() => bed.server.connections.length > count));
  return started;
}

/** Runs a turn first: the CLI reports new problems only if it has queried the editor before. */
async function hadTurn(cli: TerminalCli): Promise<void> {
  api.onPrompt('begin', [text('begun')]);
  await cli.say('begin');
  await cli.until('begun');
}

const before = 'one\ntwo\nthree\n';
const after = 'one\nTWO\nthree\n';
const onDisk = () => readFile(file, 'utf8');

/** Returns a unique word for each answer, because a redrawn screen repeats earlier answers. */
const finished = (words: string) => `finished-${words}`;

/** Requests an edit of the file and waits for its diff. */
async function proposed(cli: TerminalCli, words = 'go') {
  const [position, count] = [cli.position, bed.editor.diffs.length];
  api.onPrompt(words, [
    toolUse('Read', { file_path: file }),
    toolUse('Edit', { file_path: file, old_string: 'two', new_string: 'TWO' }),
    text(finished(words)),
  ]);
  await cli.say(
    words,
    api.waitForRequest(({ prompt }) => prompt.includes(words)),
  );
  const diff = await cli.patiently(bed.editor.diff(count));
  expect(diff).toMatchObject({ path: file, contents: after });
  await cli.until('Opened', position);
  return diff;
}

/** Returns the tool result that the model got for its edit. */
async function outcome(words = 'go') {
  const request = await api.waitForRequest(
    ({ round, prompt }) => round === 2 && prompt.includes(words),
  );
  return request.results[0];
}

async function accepted(cli: TerminalCli, words?: string): Promise<void> {
  const diff = await proposed(cli, words);
  expect(await onDisk()).toBe(before);
  diff.answer({ kind: 'accepted', contents: diff.contents });
  await cli.until(finished(words ?? 'go'));
  expect(await onDisk()).toBe(after);
  expect((await outcome(words))?.text).not.toContain('modified your proposed');
}

describe('a shared terminal', () => {
  let cli: TerminalCli;

  beforeAll(async () => {
    await open();
    cli = await terminal();
  });
  afterAll(close);
  beforeEach(() => writeFile(file, before));

  it('connects at startup and reports its process and folder', async () => {
    await bed.until(() => bed.server.connections[0]?.cwd !== undefined);
    const [connection] = bed.server.connections;
    expect(connection).toMatchObject({ cwd: home.workspace, clientVersion: newestCli().version });
    const command = await readFile(`/proc/${connection?.pid}/cmdline`, 'utf8');
    expect(command).toContain('claude');
  });

  it('applies an edit that is accepted unchanged in the editor', () => accepted(cli, 'accept'));

  testInFull('applies an edit that is changed and accepted in the editor', async () => {
    const diff = await proposed(cli, 'change');
    diff.answer({ kind: 'accepted', contents: 'one\nTWO!\nthree\n' });
    await cli.until(finished('change'));
    expect(await onDisk()).toBe('one\nTWO!\nthree\n');
    expect((await outcome('change'))?.text).toContain('modified your proposed changes');
  });

  it('closes the diff when the edit is accepted in the terminal', async () => {
    const diff = await proposed(cli, 'press');
    await cli.insist('1', finished('press'));
    expect(diff.signal.aborted).toBe(true);
    expect(await onDisk()).toBe(after);
  });

  testInFull('asks for itself when the editor cannot show the diff', async () => {
    const opening = vi.spyOn(bed.editor, 'openDiff').mockImplementation(async () => {
      throw new UserError('file.unsaved', 'The file has unsaved text.');
    });
    const { position } = cli;
    api.onPrompt('unsaved', [
      toolUse('Read', { file_path: file }),
      toolUse('Edit', { file_path: file, old_string: 'two', new_string: 'TWO' }),
      text(finished('unsaved')),
    ]);
    await cli.say('unsaved');
    await cli.until('Yes', position);
    await cli.insist('1', finished('unsaved'));
    expect(await onDisk()).toBe(after);
    opening.mockRestore();
  });

  it('keeps the line endings of a file', async () => {
    await writeFile(file, before.replaceAll('\n', '\r\n'));
    const diff = await proposed(cli, 'crlf');
    diff.answer({ kind: 'accepted', contents: diff.contents.replaceAll('\n', '\r\n') });
    await cli.until(finished('crlf'));
    expect(await onDisk()).toBe(after.replaceAll('\n', '\r\n'));
    expect((await outcome('crlf'))?.text).not.toContain('modified your proposed');
  });

  it('sends the selection to the model', async () => {
    const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } };
    const position = cli.position;
    bed.server.selectionChanged({ path: file, text: 'two', range });
    await cli.until('selected', position);
    api.onPrompt('select', [text(finished('select'))]);
    await cli.say('select');
    await cli.until(finished('select'));
    expect(JSON.stringify(api.mainRequests('select')[0]?.body)).toMatch(
      /user selected the lines 2 to 2 from [^:]*a\.txt:\\+ntwo/,
    );
  });
});

// `editor/ideTerminal.test.ts` and `editor/ideKnows.test.ts` cover these with the editor; here they
// run in the full run only.
describe('a separate terminal', () => {
  beforeEach(open);
  afterEach(close);

  it.each(versionsWith().slice(1))(
    'applies an edit that is accepted unchanged in the editor, with Claude Code %s',
    async version => {
      await accepted(await terminal(version));
    },
  );

  it('finds the lock file in the default folder despite another configuration folder', async () => {
    await locks.remove(bed.address.port);
    await lockedIn(join(home.home, '.claude', 'ide'));
    await terminal();
  });

  inFull(() => {
    it('discards an edit that is rejected in the editor', async () => {
      const cli = await terminal();
      const diff = await proposed(cli);
      const position = cli.position;
      diff.answer({ kind: 'rejected' });
      await cli.until('Rejected', position);
      expect(await onDisk()).toBe(before);
    });

    it('closes the diff when the edit is rejected in the terminal', async () => {
      const cli = await terminal();
      const diff = await proposed(cli);
      cli.press('\u001b');
      await bed.editor.until(() => diff.signal.aborted);
      await cli.until('Rejected');
      expect(await onDisk()).toBe(before);
    });
  });

  it('keeps its own prompt when the connection is lost, and reconnects', async () => {
    const cli = await terminal();
    const diff = await proposed(cli);
    const port = bed.address;
    bed.server.dispose();
    expect(diff.signal.aborted).toBe(true);
    const again = await ideBed({ preferred: port });
    try {
      expect(again.address).toEqual(port);
      await again.until(() => again.server.connections.length === 1);
      expect(again.editor.diffs).toEqual([]);
      expect(await onDisk()).toBe(before);
      await cli.insist('1', finished('go'));
      expect(await onDisk()).toBe(after);
    } finally {
      again.server.dispose();
    }
  });

  inFull(() => {
    it('reconnects in the same process after /clear and proposes edits again', async () => {
      const cli = await terminal();
      const [first] = bed.server.connections;
      await hadTurn(cli);
      await cli.say('/clear');
      await bed.until(() => bed.server.connections.some(({ id }) => id !== first?.id));
      await bed.until(() => bed.server.connections.length === 1);
      expect(bed.server.connections[0]?.pid).toBe(first?.pid);
      const diff = await proposed(cli);
      expect(diff.connection).toBe(bed.server.connections[0]?.id);
      diff.answer({ kind: 'accepted', contents: diff.contents });
      await cli.until(finished('go'));
      expect(await onDisk()).toBe(after);
    });
  });

  it('does not reconnect after it was disconnected', async () => {
    const cli = await terminal();
    const [first] = bed.server.connections;
    bed.server.disconnect(first?.id ?? -1);
    await bed.until(() => bed.server.connections.length === 0);
    api.onPrompt('go', [
      toolUse('Read', { file_path: file }),
      toolUse('Edit', { file_path: file, old_string: 'two', new_string: 'TWO' }),
      text(finished('go')),
    ]);
    await cli.say('go');
    await cli.until('Yes');
    expect(bed.server.connections).toEqual([]);
    expect(bed.editor.diffs).toEqual([]);
  });

  inFull(() => {
    it('keeps its diff while another terminal starts a turn', async () => {
      const first = await terminal();
      const diff = await proposed(first);
      const second = await terminal();
      api.onPrompt('other', [text('answered')]);
      // A terminal's turn begins by closing all its own diffs.
      await second.say('other');
      await second.until('answered');
      expect(diff.signal.aborted).toBe(false);
      diff.answer({ kind: 'accepted', contents: diff.contents });
      await first.until(finished('go'));
      expect(await onDisk()).toBe(after);
    });

    it('receives the mentions sent to it and no others', async () => {
      expect(bed.server.mention({ path: file, lines: { start: 0, end: 1 } })).toBe('queued');
      const first = await terminal();
      await first.until('@a.txt#L1-2');
      const second = await terminal();
      const id = bed.server.connections[1]?.id;
      const other = join(home.workspace, 'b.txt');
      await writeFile(other, 'four\n');
      expect(bed.server.mention({ path: other }, id)).toBe('sent');
      await second.until('@b.txt');
      api.onPrompt(/./, [text(finished('go'))]);
      second.press('\r');
      await second.until(finished('go'));
      expect(JSON.stringify(api.mainRequests()[0]?.body)).toContain('four');
      expect(first.hasShown('@b.txt')).toBe(false);
    });

    it('reports new problems to the model after an edit', async () => {
      const cli = await terminal();
      await hadTurn(cli);
      const diff = await proposed(cli);
      const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } };
      // The first query reports the current file; later ones add a problem.
      const ask = bed.editor.diagnostics.bind(bed.editor);
      bed.editor.diagnostics = async path => {
        const found = await ask(path);
        bed.editor.problems.set(file, {
          path: file,
          diagnostics: [
            { message: 'Cannot find TWO', severity: 'Error', range, source: 'ts', code: '2304' },
          ],
        });
        return found;
      };
      diff.answer({ kind: 'accepted', contents: diff.contents });
      await cli.until(finished('go'));
      expect(bed.editor.diagnosticsAsked).toEqual([file, undefined]);
      const request = await api.waitForRequest(({ round }) => round === 2);
      expect(JSON.stringify(request.body)).toMatch(/Line 2:1\] Cannot find TWO \[2304\] \(ts\)/);
    });
  });
});
