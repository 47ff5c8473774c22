import { expect } from 'vitest';
import type { Conversation } from '../../../../src/contract/conversation';
import { allRecordings } from '../../../support/recordings/recording';
import { mutated, randomOf } from './mutations';
import { playFrames } from './playFrames';

const sequences = allRecordings().map(({ rows }) =>
  rows.filter(({ dir }) => dir === 'out').map(({ frame }) => JSON.stringify(frame)),
);

/**
 * Plays changed recordings until so many frames were read. Nothing may throw, no event may be
 * rejected, and nothing may seem to run once the process has ended.
 * @returns number of frames
 */
export async function fuzzFrames(frames: number, seed: number): Promise<number> {
  const random = randomOf(seed);
  let read = 0;
  while (read < frames) {
    const lines = sequences[Math.floor(random() * sequences.length)] ?? [];
    const changed = mutated(lines, random);
    const chunk = random() < 0.3 ? 1 + Math.floor(random() * 5_000) : 65_536;
    const { conversation, shown, faults } = await playFrames(changed, chunk);
    expect(faults, `seed ${seed}, after ${read} frames`).toEqual([]);
    expect(unsettled(conversation), `seed ${seed}, after ${read} frames`).toEqual([]);
    expect(shown, `seed ${seed}, after ${read} frames`).toEqual(conversation);
    read += changed.length;
  }
  return read;
}

/** Lists whatever still seems to run or is there twice. */
function unsettled({ turns, open, summary }: Conversation): string[] {
  const found: string[] = open ? [`open turn ${open.id}`] : [];
  const keys = new Set<string>();
  for (const turn of turns) {
    if (keys.has(turn.id)) found.push(`two turns ${turn.id}`);
    keys.add(turn.id);
    for (const item of turn.items) {
      if (item.kind === 'tool' && ['pending', 'running'].includes(item.call.status)) {
        found.push(`${item.call.status} call ${item.call.id}`);
      }
      if ((item.kind === 'text' || item.kind === 'thinking') && item.isStreaming) {
        found.push(`streaming ${item.key}`);
      }
    }
  }
  const running = Object.values(summary.tasks ?? {}).filter(
    task => 'status' in task && task.status === 'running',
  );
  return [...found, ...running.map(() => 'running task')];
}
