import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcpBed } from '../support/acp/acpBed';
import { put } from '../support/channels/reviewBed';

let bed: AcpBed;

beforeEach(async () => {
  bed = await AcpBed.open();
});
afterEach(() => bed.close());

it('runs a conversation: thoughts, text, an edit with permission, its undo', async () => {
  const path = bed.path('greeting.txt');
  await put(path, 'Hello\n');
  const diff = { type: 'diff', path, oldText: 'Hello\n', newText: 'Good morning\n' };
  const toolCall = {
    toolCallId: '$TOOL',
    title: 'Edit greeting.txt',
    kind: 'edit',
    status: 'pending',
    content: [diff],
    locations: [{ path }],
  };
  const options = [
    { optionId: 'yes', name: 'Sure, go on', kind: 'allow_once' },
    { optionId: 'no', name: 'Better not', kind: 'reject_once' },
  ];
  const talk = await bed.talk({
    turns: [
      {
        match: 'be polite',
        steps: [
          { think: 'A greeting, then.' },
          { tool: toolCall },
          {
            ask: { toolCall, options },
            answers: {
              yes: [
                { write: { path, content: 'Good morning\n' } },
                { toolUpdate: { toolCallId: '$TOOL', status: 'completed' } },
                { say: 'It greets politely now.' },
              ],
            },
          },
        ],
      },
    ],
  });
  talk.send('be polite');
  const prompt = await talk.watch.prompt();
  expect(prompt).toMatchObject({
    kind: 'permission',
    offered: [
      { index: 0, label: 'Sure, go on', effect: 'allowOnce' },
      { index: 1, label: 'Better not', effect: 'rejectOnce' },
    ],
  });
  expect(await readFile(path, 'utf8')).toBe('Hello\n');
  await talk.channel.answer(prompt.id, { kind: 'offered', index: 0 });
  await talk.watch.turns(1);
  expect(talk.said).toBe('It greets politely now.');
  expect(await readFile(path, 'utf8')).toBe('Good morning\n');
  expect(talk.unknowns).toEqual([]);
  expect(bed.edits.reviews.at(path)).toHaveLength(1);
});
