import { appendFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../../../src/base/json';
import { hasStoredSession, openStoredSession } from '../../../../src/cli/sessions/openSession';
import { readSessionFile, sessionPath } from '../../../../src/cli/sessions/sessionFile';
import { sessionFolder } from '../../../../src/cli/sessions/sessionFolder';
import type { Conversation } from '../../../../src/contract/conversation';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { SessionId } from '../../../../src/contract/ids';
import { parseSessionLine } from '../../../../src/protocol/sessionLine';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';
import { lostTexts } from '../../../support/recordings/completeness';
import { readWhole } from '../../../support/storedConversation';
import { expectGolden } from '../golden/goldenFile';
import { renderConversations } from '../golden/renderConversation';
import { wholeSession } from './wholeSession';

const fixtures = join(import.meta.dirname, 'fixtures');

function foldAll(events: readonly ConversationEvent[]): Conversation {
  return events.reduce<Conversation>((state, event) => fold(state, event), emptyConversation);
}

async function storedIn(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.flatMap(name => (/^[0-9a-f-]{36}\.jsonl$/.test(name) ? [name.slice(0, -6)] : []));
}

const sessions = (
  await Promise.all(
    (
      await readdir(fixtures)
    ).map(async version =>
      Promise.all(
        (
          await readdir(join(fixtures, version))
        ).map(async scenario => {
          const folder = join(fixtures, version, scenario);
          const ids = await storedIn(folder);
          return ids.map((id, index) => ({ version, scenario, folder, id, index }));
        }),
      ),
    ),
  )
).flat(2);

/** Returns the file's lines as frames, the form that the completeness check expects. */
async function asRows(folder: string, id: string) {
  const { lines } = await readSessionFile(sessionPath(folder, id));
  return lines.filter(isObject).map(line => {
    const frame: JsonObject = { ...line, tool_use_result: line.toolUseResult };
    return { t: 0, dir: 'out' as const, frame: { ...frame, message: raw(frame.message) } };
  });
}

/** Keeps the stored message, so that content our reader rejects is checked as well. */
function raw(message: unknown): unknown {
  return isObject(message) ? message : {};
}

describe.each(sessions)('$version $scenario $index', ({ version, scenario, folder, id, index }) => {
  let config = '';
  let conversation: Conversation;

  beforeAll(async () => {
    config = await mkdtemp(join(tmpdir(), 'tandem-sessions-'));
    const projects = join(config, 'projects', '-workspace');
    await mkdir(join(config, 'projects'));
    await cp(folder, projects, { recursive: true });
    const env = { CLAUDE_CONFIG_DIR: config };
    conversation = await readWhole(id as SessionId, env);
  });

  afterAll(() => rm(config, { recursive: true }));

  test('folds to its golden conversation', () => {
    expectGolden(
      `stored/${version}/${scenario}-${index + 1}.txt`,
      renderConversations([conversation]),
    );
  });

  test.each([1, 3, 8])('is identical when read in pages of %i items', async items => {
    const size = { items, bytes: Number.POSITIVE_INFINITY };
    const paged = await readWhole(id as SessionId, { CLAUDE_CONFIG_DIR: config }, size);
    expect(renderConversations([paged])).toBe(renderConversations([conversation]));
    expect(paged.turns.map(turn => turn.id)).toEqual(conversation.turns.map(turn => turn.id));
  });

  test('loses no text, thinking, input or result', async () => {
    expect(lostTexts(await asRows(folder, id), [conversation])).toEqual([]);
  });

  test('leaves nothing open', () => {
    expect(conversation.open).toBeUndefined();
    const items = conversation.turns.flatMap(turn => turn.items);
    const open = items.filter(
      item =>
        (item.kind === 'tool' && /^(?:pending|running)$/.test(item.call.status)) ||
        (item.kind === 'text' && item.isStreaming) ||
        item.kind === 'unknown',
    );
    expect(open).toEqual([]);
  });
});

describe('a stored session', () => {
  const lines = (wires: object[]) =>
    wires.flatMap(wire => {
      const parsed = parseSessionLine(JSON.stringify(wire));
      return parsed.kind === 'line' ? [parsed.line] : [];
    });
  const prompt = {
    type: 'user',
    uuid: 'u1',
    parentUuid: null,
    sessionId: 's',
    message: { role: 'user', content: 'do it' },
  };
  const call = {
    type: 'assistant',
    uuid: 'a1',
    parentUuid: 'u1',
    message: {
      id: 'm1',
      content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'sleep 9' } }],
    },
  };

  test('is closed as interrupted if its last turn has no answer', () => {
    const conversation = foldAll(wholeSession({ lines: lines([prompt, call]), cwd: '/w' }));
    expect(conversation.turns.map(turn => turn.outcome)).toEqual([{ kind: 'interrupted' }]);
    const [, tool] = conversation.turns[0]?.items ?? [];
    expect(tool).toMatchObject({ kind: 'tool', call: { status: 'interrupted' } });
  });

  const declined =
    'The user declined this call. Stop and wait for their next message before trying another way.';

  test.each([
    ['denied', 'by the user', 'no', { toolDenialKind: 'permission-rule', version: '2.1.200' }],
    ['denied', 'by the user', 'no', { permissionDecision: { decision: 'reject' } }],
    ['denied', 'by the classifier', 'no', { toolDenialKind: 'automode-blocked' }],
    ['interrupted', 'by a stop', 'no', { toolDenialKind: 'user-rejected' }],
    ['denied', 'up to 2.1.150', declined, { version: '2.1.150' }],
    ['denied', 'up to 2.1.150', 'The user wants to go on planning.', { version: '2.0.36' }],
    ['failed', 'but printed that', `Exit code 3\n${declined}`, { version: '2.1.150' }],
    ['failed', 'but printed that', declined, { version: '2.1.329' }],
    ['failed', 'after it was allowed', 'no', { permissionDecision: { decision: 'accept' } }],
  ])('tells that a call was %s %s', (status, _, content, more) => {
    const block = { type: 'tool_result', tool_use_id: 't1', is_error: true, content };
    const message = { role: 'user', content: [block] };
    const result = { type: 'user', uuid: 'r1', parentUuid: 'a1', message, ...more };
    const [turn] = foldAll(wholeSession({ lines: lines([prompt, call, result]), cwd: '/w' })).turns;
    expect(turn?.items[1]).toMatchObject({ kind: 'tool', call: { status } });
  });

  const rejected =
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";
  const stopped = `${rejected} Correction to the text above: this call was stopped while running, not refused before it ran.`;
  const kind = { toolDenialKind: 'user-rejected' };

  test.each([
    ['had not begun', rejected, true, { ...kind, version: '2.1.329' }],
    ['was running', stopped, undefined, { ...kind, version: '2.1.329' }],
    ['may have run, in the same words', rejected, undefined, { ...kind, version: '2.1.300' }],
    ['may have run, which a program may print', rejected, undefined, { version: '2.1.329' }],
    ['waited', 'Tool permission request failed: AbortError', true, { version: '2.0.36' }],
    ['was running', 'Exit code 137\n[Request interrupted by user for tool use]', undefined, {}],
  ])('tells of a call that the user stopped that it %s', (_, content, neverBegan, more) => {
    const block = { type: 'tool_result', tool_use_id: 't1', is_error: true, content };
    const message = { role: 'user', content: [block] };
    const result = { type: 'user', uuid: 'r1', parentUuid: 'a1', message, ...more };
    const [turn] = foldAll(wholeSession({ lines: lines([prompt, call, result]), cwd: '/w' })).turns;
    const item = turn?.items[1];
    expect(item).toMatchObject({ kind: 'tool', call: { status: 'interrupted' } });
    expect(item?.kind === 'tool' && item.call.neverBegan).toBe(neverBegan);
  });

  test('shows a stored API error as the outcome of its turn', () => {
    const error = {
      type: 'assistant',
      uuid: 'a1',
      parentUuid: 'u1',
      isApiErrorMessage: true,
      message: {
        id: 'm1',
        model: '<synthetic>',
        content: [{ type: 'text', text: 'Credit balance is too low' }],
      },
    };
    const conversation = foldAll(wholeSession({ lines: lines([prompt, error]), cwd: '/w' }));
    expect(conversation.turns.map(turn => turn.outcome)).toEqual([
      { kind: 'error', reason: 'billing', message: 'Credit balance is too low' },
    ]);
  });

  test.each([
    ['Background command "npm "x"" completed (exit code 0)', 'completed', 'completed', 'npm "x"'],
    ['Background command "Serve" failed with exit code 2', 'failed', 'failed', 'Serve'],
    ['Agent "Look around" was stopped', 'killed', 'completed', 'Look around'],
    ['It has ended.', 'completed', undefined, undefined],
  ])('tells which task has made the agent continue: %s', (summary, status, how, title) => {
    const notification = `<task-notification>\n<task-id>b1</task-id>\n<status>${status}</status>\n<summary>${summary}</summary>\n</task-notification>`;
    const ended = {
      ...{ type: 'user', uuid: 'u2', parentUuid: 'a1' },
      message: { role: 'user', content: notification },
    };
    const said = (uuid: string, parentUuid: string, text: string) => ({
      ...{ type: 'assistant', uuid, parentUuid },
      message: { id: `m-${uuid}`, content: [{ type: 'text', text }] },
    });
    const next = { ...prompt, uuid: 'u3', parentUuid: 'a2' };
    const wires = [
      ...[prompt, said('a1', 'u1', 'It runs.'), ended, said('a2', 'u2', 'It is done.')],
      ...[next, said('a3', 'u3', 'Yes.')],
    ];
    const { turns } = foldAll(wholeSession({ lines: lines(wires), cwd: '/w' }));
    const after = title === undefined ? undefined : { title, status: how };
    expect(turns.map(turn => [turn.origin, turn.after])).toEqual([
      ['person', undefined],
      ['agent', after],
      ['person', undefined],
    ]);
  });

  test('shows a slash command as it was typed', () => {
    const command = {
      ...prompt,
      message: {
        content:
          '<command-message>fix</command-message>\n<command-name>/fix</command-name>\n<command-args>all</command-args>',
      },
    };
    const conversation = foldAll(wholeSession({ lines: lines([command]), cwd: '/w' }));
    expect(conversation.turns[0]?.items).toMatchObject([{ kind: 'prompt', text: '/fix all' }]);
  });

  test("has the title given by the user, else the CLI's", () => {
    const titles = [{ type: 'ai-title', aiTitle: 'own' }];
    const given = [{ type: 'custom-title', customTitle: 'given' }, ...titles];
    const titleOf = (wires: object[]) =>
      foldAll(wholeSession({ lines: lines([prompt, ...wires]), cwd: '/w' })).summary.title;
    expect(titleOf(titles)).toBe('own');
    expect(titleOf(given)).toBe('given');
  });

  test('is read despite an incomplete last line, a huge line and unknown types', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-session-'));
    try {
      const path = join(folder, 's.jsonl');
      const huge = { ...prompt, uuid: 'u0', message: { content: 'x'.repeat(3_000_000) } };
      const wires = [huge, { type: 'from-the-future', a: 1 }, { ...prompt, parentUuid: 'u0' }];
      await appendFile(
        path,
        `${wires.map(wire => JSON.stringify(wire)).join('\n')}\n\n{"type":"us`,
      );
      const file = await readSessionFile(path);
      expect(file.lines).toHaveLength(2);
      expect(file.unreadable).toBe(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('is absent while its file holds no message', async () => {
    const root = await mkdtemp(join(tmpdir(), 'tandem-session-'));
    try {
      const env = { CLAUDE_CONFIG_DIR: root };
      const id = '00000000-0000-4000-8000-000000000000' as SessionId;
      const path = sessionPath(await sessionFolder('/workspace', env), id);
      await mkdir(dirname(path), { recursive: true });
      const snapshot = { type: 'file-history-snapshot', snapshot: {} };
      await writeFile(path, `${JSON.stringify(snapshot)}\n`);
      expect(await hasStoredSession(id, '/workspace', env)).toBe(false);
      const user = { type: 'user', uuid: 'u', parentUuid: null, message: { content: 'hello' } };
      await appendFile(path, `${JSON.stringify(user)}\n`);
      expect(await hasStoredSession(id, '/workspace', env)).toBe(true);
    } finally {
      await rm(root, { recursive: true });
    }
  });

  test('is absent without a file, and its id cannot name another file', async () => {
    const env = { CLAUDE_CONFIG_DIR: '/no/such/folder' };
    const id = '00000000-0000-4000-8000-000000000000' as SessionId;
    expect(await openStoredSession(id, '/workspace', env)).toBeUndefined();
    expect(await hasStoredSession(id, '/workspace', env)).toBe(false);
    expect(() => sessionPath('/folder', '../../etc/passwd')).toThrow('Not the id');
  });
});
