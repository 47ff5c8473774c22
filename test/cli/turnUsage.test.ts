import { describe, expect, it } from 'vitest';
import { openStoredSession } from '../../src/cli/sessions/openSession';
import type { ConversationEvent } from '../../src/contract/events';
import type { Channel } from '../../src/core/conversation/channel';
import { stop, text, toolUse, usage } from '../support/api/reply';
import type { CliVersion } from '../support/cli/cliBinary';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { useChannelBeds } from './support/channelBeds';
import { items, say } from './support/talk';

const bed = useChannelBeds();
const patience = { timeout: 20_000 };
const versions = rowsOf<CliVersion>(['newest'], ['newest', '2.1.120', '2.1.7', '2.0.36']);

const used = (call: number) =>
  usage({
    ...{ input_tokens: 100 + call, output_tokens: 50 + call },
    ...{ cache_creation_input_tokens: 1_000 + call, cache_read_input_tokens: 10_000 + call },
  });

/** Returns the events that the stored session gives. */
async function stored({ record }: Channel): Promise<readonly ConversationEvent[]> {
  const { workspace, env } = bed.home;
  const session = await openStoredSession(record.sessionId, workspace, env);
  return session?.tail.events ?? [];
}

const warnings = (events: readonly ConversationEvent[]) =>
  events.flatMap(event =>
    event.type === 'notice' && 'text' in event.notice ? [event.notice.text] : [],
  );

describe.each(versions)('a turn of Claude Code %s', version => {
  it('knows its tokens, time and calls, and so does the stored session', async () => {
    const { api } = bed;
    api.onPrompt('work', [
      [toolUse('Bash', { command: 'echo hi', description: 'Say hi' }), used(1)],
      [text('Done.'), used(2)],
    ]);
    api.onPrompt('again', [[text('More.'), used(3)]]);
    const registry = await bed.open({ version });
    const channel = await registry.create(bed.home.workspace);
    await say(channel, 'work', 'again');
    const [first, second] = channel.conversation.turns.map(turn => turn.usage);
    const main = { input: 203, output: 103, cacheWritten: 2_003, cacheRead: 20_003 };
    expect(first).toMatchObject({ main, calls: 2 });
    expect(first?.apiMs).toBeGreaterThan(0);
    const next = { input: 103, output: 53, cacheWritten: 1_003, cacheRead: 10_003 };
    expect(second).toMatchObject({ main: next, calls: 1 });
    const ends = async () =>
      (await stored(channel)).flatMap(event => (event.type === 'turn.ended' ? [event.usage] : []));
    // Some versions report the end of a turn before they store it.
    await expect.poll(ends, patience).toEqual([
      { main, calls: 2 },
      { main: next, calls: 1 },
    ]);
  });

  testInFull('says that an answer was cut off, now and when it is read again', async () => {
    bed.api.onPrompt('long', [
      [text('Half an'), stop('max_tokens')],
      [text(' answer.'), used(1)],
    ]);
    const registry = await bed.open({ version });
    const channel = await registry.create(bed.home.workspace);
    await say(channel, 'long');
    const shown = items(channel).flatMap(item =>
      item.kind === 'notice' && 'text' in item.notice ? [item.notice.text] : [],
    );
    // The oldest ones say it in their own words.
    const isOld = version === '2.0.36' || version === '2.1.7';
    const words = isOld ? 'output token maximum' : 'output token limit';
    expect(shown).toEqual([expect.stringContaining(words)]);
    await expect.poll(async () => warnings(await stored(channel)), patience).toEqual(shown);
  });
});
