import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { text, toolUse } from '../../support/api/reply';
import { put, type ReviewBed } from '../../support/channels/reviewBed';

/** Asks, allows an edit and undoes it again in a window whose CLI is started by a wrapper. */
export async function everydayWork(bed: ReviewBed): Promise<void> {
  const path = bed.path('greeting.txt');
  await put(path, 'Hello\n');
  const { channel, watch, review } = await bed.talk();
  const edit = toolUse('Edit', { file_path: path, old_string: 'Hello', new_string: 'Bye' });
  bed.api.onPrompt('say bye', [toolUse('Read', { file_path: path }), edit, text('Said.')]);
  const began = Date.now();
  channel.messages.send({ text: 'say bye', images: [] });
  const prompt = await watch.prompt();
  expect(prompt).toMatchObject({ kind: 'permission', hasDiff: true });
  await channel.answer(prompt.id, { kind: 'allowOnce' });
  await watch.turns(1);
  expect(await readFile(path, 'utf8')).toBe('Bye\n');
  expect(bed.waiting(path)).toHaveLength(1);
  const plan = await bed.decisions.planner.rewind(
    review,
    path,
    began,
    await bed.decisions.read({ path }),
  );
  await bed.decisions.run('Rewind', plan ? [{ channel: review, plan }] : []);
  expect(await readFile(path, 'utf8')).toBe('Hello\n');
}
