import { beforeEach, describe, expect, it } from 'vitest';
import { Turns } from '../../../src/acp/turns';
import { Deferred } from '../../../src/base/deferred';
import type { MessageId } from '../../../src/contract/ids';
import type { OutgoingMessage } from '../../../src/protocol/agentSource';

let calls: string[];
let ends: Deferred<void>[];
let refuses: boolean;
let turns: Turns;

beforeEach(() => {
  calls = [];
  ends = [];
  refuses = false;
  turns = new Turns({
    begin: async ({ id }) => {
      if (refuses) throw new Error('refused');
      calls.push(`begin ${id}`);
      const end = new Deferred<void>();
      ends.push(end);
      return { ended: end.promise };
    },
    cancel: async () => {
      calls.push('cancel');
      ends.at(-1)?.resolve();
    },
    onActivity: activity => calls.push(activity),
    onTakenBack: ids => calls.push(`back ${ids}`),
    onFailed: ({ id }) => calls.push(`failed ${id}`),
  });
});

function message(id: string, urgency: OutgoingMessage['urgency'] = 'turn'): OutgoingMessage {
  return { id: id as MessageId, text: id, images: [], urgency };
}

async function settle(): Promise<void> {
  for (let count = 0; count < 10; count += 1) await Promise.resolve();
}

describe('Turns', () => {
  it('runs one at a time, in order', async () => {
    await turns.send(message('a'));
    await turns.send(message('b', 'next'));
    expect(calls).toEqual(['working', 'begin a']);
    ends[0]?.resolve();
    await settle();
    expect(calls).toEqual(['working', 'begin a', 'working', 'begin b']);
    ends[1]?.resolve();
    await settle();
    expect(calls.at(-1)).toBe('idle');
    expect(turns.isRunning).toBe(false);
  });

  it('takes back what waits when it is stopped', async () => {
    await turns.send(message('a'));
    await turns.send(message('b'));
    await turns.interrupt();
    expect(calls).toEqual(['working', 'begin a', 'back b', 'cancel', 'idle']);
    await turns.interrupt();
    expect(calls).toHaveLength(5);
  });

  it('cuts a turn short for an urgent message', async () => {
    await turns.send(message('a'));
    await turns.send(message('b', 'now'));
    expect(calls).toEqual(['working', 'begin a', 'cancel', 'idle', 'working', 'begin b']);
  });

  it('is idle again after a message that could not be sent', async () => {
    refuses = true;
    await expect(turns.send(message('a'))).rejects.toThrow('refused');
    expect(calls).toEqual(['working', 'idle']);
  });

  it('waits for nothing once the process has ended', async () => {
    await turns.send(message('a'));
    turns.processEnded();
    await turns.interrupt();
    expect(calls).toEqual(['working', 'begin a']);
  });
});
