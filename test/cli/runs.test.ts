import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ChannelId } from '../../src/contract/ids';
import { costPerRun, countsOf } from '../../src/core/runs/run';
import { failure, gate, text, toolUse } from '../support/api/reply';
import { ChannelWatch, underOurs } from '../support/channels/channelBed';
import { RunsBed } from '../support/runs/runsBed';
import { useChannelBeds } from './support/channelBeds';

const beds = useChannelBeds(['hello'], underOurs);

const statesOf = ({ runs }: { runs: readonly { state: string }[] }) =>
  runs.map(({ state }) => state).join(' ');

it('runs two at a time beside a conversation, one fails, one is stopped, and it runs again', async () => {
  const { api, home } = beds;
  const registry = await beds.open();
  // An idle conversation gives its process up for a run.
  const chat = await registry.create(home.workspace);
  const watch = new ChannelWatch(chat);
  chat.send({ text: 'hello', images: [] });
  await watch.turns(1);
  await watch.phase('idle');
  const bed = await RunsBed.open({ registry, storage: join(home.root, 'runs'), maxLive: 2 });
  let isBroken = true;
  api.onPrompt('look at a.ts', [text('First.\n\nAll is well.')]);
  api.onPrompt('look at b.ts', () =>
    isBroken ? failure(400, { message: 'Bad' }) : text('Better.'),
  );
  api.onPrompt('look at c.ts', [text(gate('never'), 'Late.')]);
  api.onPrompt('look at d.ts', [
    toolUse('Write', { file_path: join(home.workspace, 'd.ts'), content: 'd' }),
    text('Written.'),
  ]);

  const { id } = bed.start(home.workspace, 'look at', ['a.ts', 'b.ts', 'c.ts', 'd.ts'], 2);
  const waiting = await bed.until(
    id,
    ({ runs }) => runs[3]?.state === 'waiting' && runs[2]?.state === 'running',
  );
  expect(statesOf(waiting)).toBe('done failed running waiting');
  await api.reached('never');
  bed.runs.stop([waiting.runs[2]?.id ?? '']);
  const asking = registry.get(waiting.runs[3]?.channelId as ChannelId);
  const [prompt] = asking?.conversation.summary.waiting ?? [];
  await asking?.answer(prompt?.id ?? ('' as never), { kind: 'allowOnce' });
  const over = await bed.over(id);
  expect(statesOf(over)).toBe('done failed stopped done');
  expect(over.runs[0]?.result).toBe('First.\n\nAll is well.');
  expect(over.runs[1]?.problem).toContain('Bad');
  expect(over.runs[3]?.changed).toEqual([join(home.workspace, 'd.ts')]);
  expect(countsOf(over).costUsd).toBeGreaterThan(0);
  expect(costPerRun(over)).toBeGreaterThan(0);
  expect(bed.mostLive).toBeLessThanOrEqual(2);
  expect(registry.all).toEqual([chat]);

  isBroken = false;
  bed.runs.again([over.runs[1]?.id ?? '']);
  const better = await bed.over(id);
  expect(statesOf(better)).toBe('done done stopped done');
  expect(better.runs[1]?.result).toBe('Better.');
  bed.runs.dispose();
});
