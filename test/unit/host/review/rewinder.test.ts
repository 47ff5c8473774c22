import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentPhase } from '../../../../src/contract/agentState';
import type { ToolCallId } from '../../../../src/contract/ids';
import type { Channel } from '../../../../src/core/conversation/channel';
import type { Decisions, Done, OwnedPlan } from '../../../../src/core/edits/review/decisions';
import { Rewinder } from '../../../../src/host/review/rewinder';
import { channelId, ReviewBed } from '../../core/edits/review/reviewBed';
import { ended, foldAll, messageId, sent, started, tool } from '../../transcript/events';

let bed: ReviewBed;
/** Titles of previews, rewinds by the agent, and results, in order. */
let heard: string[];
let rewinder: Rewinder;

beforeEach(async () => {
  bed = await ReviewBed.open();
  heard = [];
  const run: Decisions['run'] = (title, plans, asks) => {
    heard.push(`preview: ${title}`);
    expect(asks).toBe(true);
    return bed.decisions.run(title, plans, asks);
  };
  const { planner } = bed.decisions;
  const showResult = async (done: Done | undefined, isWorthWords: boolean) => {
    heard.push(`result: ${done?.files ?? 'none'}, ${isWorthWords ? 'said' : 'silent'}`);
  };
  rewinder = new Rewinder(
    {
      reviews: bed.edits.reviews,
      actions: { showResult },
      decisions: { planner, read: file => bed.decisions.read(file), run },
    },
    {
      rewind: async (_, point) => {
        heard.push(`the agent's checkpoints: ${point.text}`);
        return true;
      },
    },
  );
  bed.answers.confirm = plans => plans;
  await bed.write('a', 'old a\n');
  await bed.write('b', 'old b\n');
});
afterEach(() => bed.remove());

/** Creates a conversation with a message at 1, and another one later. */
function channel(edits: readonly string[] = [], phase: AgentPhase = 'idle'): Channel {
  const conversation = foldAll([
    started('t'),
    sent('first', 1),
    ...edits.map(id => tool(id, 'done', { family: 'edit' }, 2)),
    ended(),
    started('u'),
    sent('later', 1_000),
  ]);
  const summary = { ...conversation.summary, agent: { phase } };
  const some: Partial<Channel> = {
    id: channelId,
    cwd: bed.root,
    conversation: { ...conversation, summary },
  };
  return some as Channel;
}

/** Deletes from the store what a file was before its first change. */
async function loseOldContent(name: string): Promise<void> {
  const ref =
    bed.channel.record.changes.find(({ path }) => path === bed.path(name))?.old?.ref ?? '';
  const folder = join(bed.root, 'storage', 'baselines', ref.slice(0, 2));
  const stored = (await readdir(folder)).filter(file => file.startsWith(ref));
  await Promise.all(stored.map(file => rm(join(folder, file))));
}

const first = messageId('first');
const title = 'Rewind code to “first”';

describe('a rewind', () => {
  test('takes back all changes since the message after a preview, and says so', async () => {
    await bed.change('t1', 'a', 'new\n');
    await bed.change('t2', 'b', 'new\n');
    await bed.change('t3', 'a', 'newer\n');
    expect(await rewinder.rewind(channel(['t1', 't2', 't3']), first)).toBe(true);
    expect([await bed.text('a'), await bed.text('b')]).toEqual(['old a\n', 'old b\n']);
    expect(heard).toEqual([`preview: ${title} (from what Tandem kept)`, 'result: 2, said']);
  });

  test('of changes that were kept takes the calls out of what was kept', async () => {
    const keep = (call: string) =>
      bed.decisions.keepTools(bed.channel, new Set([call as ToolCallId]));
    await bed.change('t1', 'a', 'new\n');
    await keep('t1');
    bed.answers.confirm = () => undefined;
    await rewinder.rewind(channel(['t1']), first);
    expect(bed.channel.record.kept).toEqual(['t1']);
    bed.answers.confirm = plans => plans;
    await rewinder.rewind(channel(['t1']), first);
    expect(await bed.text('a')).toBe('old a\n');
    expect(bed.channel.record.kept).toEqual([]);
  });

  test('does nothing if the user cancels the preview', async () => {
    await bed.change('t1', 'a', 'new\n');
    bed.answers.confirm = () => undefined;
    expect(await rewinder.rewind(channel(['t1']), first)).toBe(false);
    expect(await bed.text('a')).toBe('new\n');
    expect(heard.at(-1)).toBe('result: none, said');
  });

  test('says in the preview how many changes are not known', async () => {
    await bed.change('t1', 'a', 'new\n');
    await rewinder.rewind(channel(['t1', 'terminal 1', 'terminal 2']), first);
    expect(heard[0]).toBe(
      `preview: ${title} (from what Tandem kept; 2 changes are not known and stay)`,
    );
  });

  test('counts a file whose old content is no longer stored, and takes back the others', async () => {
    await bed.change('t1', 'a', 'new\n');
    await bed.change('t2', 'b', 'new\n');
    let shown: readonly OwnedPlan[] = [];
    bed.answers.confirm = plans => {
      shown = plans;
      return plans;
    };
    await loseOldContent('a');
    await rewinder.rewind(channel(['t1', 't2']), first);
    expect(shown.map(({ plan }) => plan.path)).toEqual([bed.path('b')]);
    expect(heard[0]).toContain('1 changes are not known');
  });
});

describe('without a change that Tandem knows, a rewind', () => {
  test("uses the agent's own checkpoints if it has edited elsewhere", async () => {
    expect(await rewinder.rewind(channel(['terminal']), first)).toBe(true);
    expect(heard).toEqual(["the agent's checkpoints: first"]);
  });

  test('is refused, unless there may be nothing to do', async () => {
    const nothing = expect.objectContaining({ code: 'rewind.nothing' });
    await expect(rewinder.rewind(channel(), first)).rejects.toThrow(nothing);
    expect(await rewinder.rewind(channel(), first, { mayHaveNothing: true })).toBe(true);
    // A fork goes ahead, whatever was done elsewhere.
    const elsewhere = channel(['terminal']);
    expect(await rewinder.rewind(elsewhere, first, { mayHaveNothing: true })).toBe(true);
    expect(heard).toEqual([]);
  });

  test('leaves changes before the message alone', async () => {
    await bed.change('t1', 'a', 'new\n');
    await expect(rewinder.rewind(channel(['t1']), messageId('later'))).rejects.toThrow(
      expect.objectContaining({ code: 'rewind.nothing' }),
    );
    expect(await bed.text('a')).toBe('new\n');
  });
});

test.each(['working', 'waiting', 'stopping'] as const)(
  'no code is rewound while the agent is %s',
  async phase => {
    await bed.change('t1', 'a', 'new\n');
    await expect(rewinder.rewind(channel(['t1'], phase), first)).rejects.toThrow(
      expect.objectContaining({ code: 'conversation.busy' }),
    );
    expect(await bed.text('a')).toBe('new\n');
  },
);

test('a message that has left the conversation is reported, even if the agent is at work', async () => {
  await expect(rewinder.rewind(channel([], 'working'), messageId('gone'))).rejects.toThrow(
    expect.objectContaining({ code: 'message.gone' }),
  );
});

test('files changed since a message are counted once each', async () => {
  await bed.change('t1', 'a', '1\n');
  const middle = bed.clock.now() + 1;
  await bed.change('t2', 'b', '2\n');
  await bed.change('t3', 'b', '3\n');
  const counts = [0, middle, middle + 100].map(at => rewinder.filesSince(channel(), at));
  expect(counts).toEqual([2, 1, 0]);
});
