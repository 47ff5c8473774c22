import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openConversation } from '../../src/core/export/conversationSource';
import { conversationMarkdown } from '../../src/core/export/markdown/conversationMarkdown';
import { text, toolUse } from '../support/api/reply';
import { put, ReviewBed } from '../support/channels/reviewBed';

let bed: ReviewBed;

beforeEach(async () => {
  bed = await ReviewBed.open({ channelSettings: { initialMode: 'default' } });
});
afterEach(() => bed.close());

async function exported(channel: Parameters<typeof openConversation>[0]): Promise<string> {
  const { facts, turns, blob } = openConversation(channel);
  const time = (at: number) => new Date(at).toISOString();
  const form = { agentTitle: 'Claude', read: blob, time };
  let document = '';
  for await (const piece of conversationMarkdown({ ...facts, at: 0 }, turns, form)) {
    document += piece;
  }
  return document;
}

it('runs a whole conversation without an editor: prompt, permission, edit, rewind, export', async () => {
  const path = bed.path('greeting.txt');
  await put(path, 'Hello\n');
  const { channel, watch, review } = await begin();

  const edit = toolUse('Edit', {
    file_path: path,
    old_string: 'Hello',
    new_string: 'Good morning',
  });
  bed.api.onPrompt('be polite', [
    toolUse('Read', { file_path: path }),
    edit,
    text('It greets politely now.'),
  ]);
  const began = Date.now();
  channel.messages.send({ text: 'be polite', images: [] });
  const prompt = await watch.prompt();
  expect(prompt).toMatchObject({ kind: 'permission', hasDiff: true });
  expect(await readFile(path, 'utf8')).toBe('Hello\n');
  await channel.answer(prompt.id, { kind: 'allowOnce' });
  await watch.turns(1);
  expect(await readFile(path, 'utf8')).toBe('Good morning\n');
  expect(bed.waiting(path)).toHaveLength(1);

  const now = await bed.decisions.read({ path });
  const plan = await bed.decisions.planner.rewind(review(), path, began, now);
  expect(plan).toBeDefined();
  await bed.decisions.run('Rewind', plan ? [{ channel: review(), plan }] : []);
  expect(await readFile(path, 'utf8')).toBe('Hello\n');
  expect(bed.waiting(path)).toEqual([]);

  const document = await exported(channel);
  expect(document).toContain('be polite');
  expect(document).toContain('It greets politely now.');
  expect(document).toContain('greeting.txt');
});

async function begin() {
  const talk = await bed.talk();
  return { channel: talk.channel, watch: talk.watch, review: () => talk.review };
}
