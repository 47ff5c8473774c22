import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  findCutArgument,
  findForkPoint,
  hasMessageSince,
  storedLength,
} from '../../../../src/cli/sessions/cutPoint';
import { openStoredSession } from '../../../../src/cli/sessions/openSession';
import { sessionPath } from '../../../../src/cli/sessions/sessionFile';
import { sessionFolder } from '../../../../src/cli/sessions/sessionFolder';
import type { MessageId, SessionId } from '../../../../src/contract/ids';
import { writeBigSession } from '../../../support/bigSession';
import { assistant, user, writeLines } from '../../../support/fixtures/hostileSessions';
import { foldAll, readWhole } from '../../../support/storedConversation';

const id = '00000000-0000-4000-8000-000000000000' as SessionId;
const megabyte = 1024 * 1024;
let root: string;
let path: string;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-open-'));
  env = { CLAUDE_CONFIG_DIR: root };
  path = sessionPath(await sessionFolder('/workspace', env), id);
  await mkdir(dirname(path), { recursive: true });
});

afterEach(() => rm(root, { recursive: true }));

const opened = async (until?: string) => {
  const session = await openStoredSession(id, '/workspace', env, { until });
  if (!session) {
    throw new Error('It is not there');
  }
  return session;
};

const promptsIn = (conversation: ReturnType<typeof foldAll>) =>
  conversation.turns
    .flatMap(turn => turn.items)
    .flatMap(item => (item.kind === 'prompt' ? [item.text] : []));

const task = (at: number, parent: string, name: string, input: object, result: object) => [
  assistant(`call${at}`, parent, [{ type: 'tool_use', id: `task${at}`, name, input }]),
  user(
    `done${at}`,
    `call${at}`,
    [{ type: 'tool_result', tool_use_id: `task${at}`, content: 'ok' }],
    { toolUseResult: result },
  ),
];

describe('A long stored session', () => {
  test('opens with its last turns and provides the rest on demand', async () => {
    const count = await writeBigSession(path, { bytes: 3 * megabyte });
    const { tail, firstText } = await opened();
    const last = promptsIn(foldAll(tail.events));
    expect(last.length).toBeGreaterThan(5);
    expect(last.length).toBeLessThan(count / 2);
    expect(last.at(-1)).toBe(`prompt ${count - 1}`);
    expect(firstText).toBe('prompt 0');
    const whole = await readWhole(id, env);
    expect(promptsIn(whole)).toEqual(Array.from({ length: count }, (_, at) => `prompt ${at}`));
  });

  test('is read past an abandoned branch of any length', async () => {
    await writeBigSession(path, {
      bytes: 3 * megabyte,
      before: [user('u1', null), assistant('a1', 'u1')],
      root: 'a1',
    });
    const lines = [user('u2', 'a1'), assistant('a2', 'u2')];
    await appendFile(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''));
    const { tail } = await opened();
    expect(promptsIn(foldAll(tail.events))).toEqual(['u1', 'u2']);
    expect(tail.before).toBeUndefined();
  });

  test('is read up to a line far from its end', async () => {
    await writeBigSession(path, {
      bytes: 3 * megabyte,
      before: [user('u1', null), assistant('a1', 'u1')],
      root: 'a1',
    });
    expect(promptsIn(foldAll((await opened('a1')).tail.events))).toEqual(['u1']);
    expect((await opened('nowhere')).tail.events).toHaveLength(1);
  });

  test('is split within a turn that is longer than any page', async () => {
    const lines: object[] = [user('u0', null)];
    for (let at = 0; at < 2_000; at += 1) {
      const toolId = `t${at}`;
      lines.push(
        assistant(`c${at}`, at === 0 ? 'u0' : `r${at - 1}`, [
          { type: 'tool_use', id: toolId, name: 'Bash', input: { command: `echo ${at}` } },
        ]),
        user(`r${at}`, `c${at}`, [{ type: 'tool_result', tool_use_id: toolId, content: `${at}` }]),
      );
    }
    await writeLines(path, [...lines, assistant('end', 'r1999')]);
    const { tail } = await opened();
    const newest = foldAll(tail.events).turns;
    expect(newest.flatMap(turn => turn.items).length).toBeLessThan(700);
    const { turns } = await readWhole(id, env);
    expect(turns.length).toBeGreaterThan(1);
    expect(turns.every(turn => turn.outcome?.kind === 'completed')).toBe(true);
    const commands = turns
      .flatMap(turn => turn.items)
      .flatMap(item => (item.kind === 'tool' ? [`${item.call.target} ${item.call.status}`] : []));
    expect(commands).toEqual(Array.from({ length: 2_000 }, (_, at) => `echo ${at} done`));
  });

  test('includes tasks and a title from long before its end', async () => {
    const created = (at: number, parent: string, subject: string) =>
      task(at, parent, 'TaskCreate', { subject }, { task: { id: `${at}`, subject } });
    await writeBigSession(path, {
      bytes: 3 * megabyte,
      before: [
        { type: 'custom-title', customTitle: 'given', sessionId: 's' },
        user('u1', null),
        ...created(1, 'u1', 'left'),
        user('u2', null),
        ...created(2, 'u2', 'first'),
        ...created(3, 'done2', 'second'),
        ...task(4, 'done3', 'TaskUpdate', { taskId: '2', status: 'completed' }, {}),
      ],
      root: 'done4',
    });
    const whole = await readWhole(id, env);
    expect(whole.summary.title).toBe('given');
    expect(whole.summary.todos.map(({ text, status }) => `${text} ${status}`)).toEqual([
      'first completed',
      'second pending',
    ]);
    const texts = (await (await opened()).older(new AbortController().signal)).texts;
    expect(texts.at(-1)).toMatch(/^prompt \d+$/);
    expect(texts[0]).toBe('u2');
  });

  test('stops reading when closed', async () => {
    await writeBigSession(path, { bytes: 3 * megabyte });
    const { older } = { older: await opened() };
    await expect(older.older(AbortSignal.abort())).rejects.toThrow('closed');
  });

  test('reports that its earlier part is gone', async () => {
    await writeBigSession(path, { bytes: 3 * megabyte });
    const session = await opened();
    await writeFile(path, '');
    const { before } = session.tail;
    const reading = before ? session.page(before) : Promise.resolve();
    await expect(reading).rejects.toMatchObject({ name: 'UserError', code: 'session.unreadable' });
  });
});

describe('The fork point of a long session', () => {
  const prompt = (turn: number) => ({
    id: `${String(turn).padStart(8, '0')}-prompt` as MessageId,
    text: `prompt ${turn}`,
    at: Date.UTC(2026, 0, 1) + turn * 60_000,
  });

  test.each([1, 3, 40])('is found for the prompt %i from the end', async back => {
    const count = await writeBigSession(path, { bytes: 4 * megabyte });
    const turn = count - back;
    expect(await findForkPoint(path, prompt(turn), '2.1.329')).toEqual({
      kind: 'at',
      at: `${String(turn - 1).padStart(8, '0')}-answer`,
    });
  });

  test('is "first" for the first prompt, and an error for an unknown one', async () => {
    const count = await writeBigSession(path, { bytes: 4 * megabyte });
    expect(await findForkPoint(path, prompt(0), '2.1.329')).toEqual({ kind: 'first' });
    const unknown = { ...prompt(count - 3), id: 'unknown' as MessageId, text: 'never said' };
    await expect(findForkPoint(path, unknown, '2.1.329')).rejects.toMatchObject({
      code: 'session.absent',
    });
  });

  test('is named to each version as that version knows it', async () => {
    await writeLines(path, [user('u1', null), assistant('a1', 'u1')]);
    expect(await findCutArgument(path, 'a1', '2.1.329')).toBe('a1');
    expect(await findCutArgument(path, 'a1', '2.0.36')).toBe('msg_a1');
  });

  test('is passed only once a message follows', async () => {
    await writeBigSession(path, { bytes: megabyte });
    const length = await storedLength(path);
    expect(await hasMessageSince(path, length)).toBe(false);
    await appendFile(path, `${JSON.stringify({ type: 'last-prompt', leafUuid: 'x' })}\n`);
    expect(await hasMessageSince(path, length)).toBe(false);
    await appendFile(path, `${JSON.stringify(user('u', null))}\n`);
    expect(await hasMessageSince(path, length)).toBe(true);
  });
});
