import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionJson } from '../../../../src/cli/sessions/sessionJson';
import type { SessionId } from '../../../../src/contract/ids';

const id = '0b6f0c7e-0000-4000-8000-000000000000' as SessionId;
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-json-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function exported(): Promise<unknown> {
  let text = '';
  for await (const piece of sessionJson(id, folder)) {
    text += piece;
  }
  return JSON.parse(text);
}

test('a session that is not stored is rejected before anything is written', async () => {
  const pieces = sessionJson(id, folder);
  await expect(pieces.next()).rejects.toMatchObject({ code: 'session.absent' });
});

test('all lines are exported as stored, including those of subagents', async () => {
  const lines = [
    { type: 'user', text: 'a\u2028b "c"' },
    { type: 'not-known', n: 1.5 },
  ];
  const half = '{"type":"assistant","mess';
  const text = (all: object[], end = '') =>
    all.map(one => `${JSON.stringify(one)}\n`).join('') + end;
  const agent = [{ type: 'user', sessionId: id }];
  await writeFile(join(folder, `${id}.jsonl`), text(lines, `\n${half}`));
  await mkdir(join(folder, id, 'subagents'), { recursive: true });
  await writeFile(join(folder, id, 'subagents', 'agent-new.jsonl'), text(agent));
  // Up to 2.0.36, subagent files are next to their session and to other sessions' files.
  await writeFile(join(folder, 'agent-old.jsonl'), text(agent));
  await writeFile(join(folder, 'agent-other.jsonl'), text([{ sessionId: 'another' }]));
  expect(await exported()).toEqual({
    session: id,
    lines: [...lines, half],
    subagents: { new: agent, old: agent },
  });
});

test('an id that names a file elsewhere is rejected', async () => {
  await expect(sessionJson('../x' as SessionId, folder).next()).rejects.toThrow('Not the id');
});
