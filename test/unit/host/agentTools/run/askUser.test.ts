import { expect, it } from 'vitest';
import { Deferred } from '../../../../../src/base/deferred';
import { silentLog } from '../../../../../src/base/log';
import type { ChannelId } from '../../../../../src/contract/ids';
import { askUser, type QuestionUi } from '../../../../../src/host/agentTools/run/askUser';
import { FakeClock } from '../../../node/fakeClock';

/** A user who sees messages, and answers each input at once with the second item or `Green`. */
function createUser() {
  const seen: string[] = [];
  const shown: Deferred<string | undefined>[] = [];
  const ui: QuestionUi = {
    showInformationMessage: (message, ...actions) => {
      seen.push(`message: ${message} [${actions.join()}]`);
      const answer = new Deferred<string | undefined>();
      shown.push(answer);
      return answer.promise;
    },
    showQuickPick: (async (items: readonly { label: string }[]) => {
      seen.push(`pick: ${items.map(({ label }) => label).join()}`);
      return items[1];
    }) as QuestionUi['showQuickPick'],
    showInputBox: async ({ prompt }) => {
      seen.push(`input: ${prompt}`);
      return 'Green';
    },
    createCancellation: () => ({
      token: {
        isCancellationRequested: false,
        onCancellationRequested: () => ({ dispose: () => undefined }),
      },
      cancel: () => seen.push('cancelled'),
      dispose: () => undefined,
    }),
  };
  const tool = askUser(ui).make({
    cwd: '/w',
    folders: [],
    channelId: 'c1' as ChannelId,
    readRules: () => ({ deny: async () => false }),
    clock: new FakeClock(),
    log: silentLog,
  });
  const ask = async (input: object, signal = new AbortController().signal) => {
    const { content } = await tool.run({ question: 'Which color?', ...input }, { signal });
    return content[0]?.type === 'text' ? content[0].text : undefined;
  };
  return { seen, shown, ask };
}

const message = 'message: Question for you: Which color? [Answer]';
const options = [{ label: 'Red' }, { label: 'Blue' }];

it('opens an input only after the user has chosen to answer', async () => {
  const { seen, shown, ask } = createUser();
  const line = ask({});
  await expect.poll(() => seen).toEqual([message]);
  shown[0]?.resolve('Answer');
  expect(await line).toBe('Green');
  const choice = ask({ options, allowOther: false });
  await expect.poll(() => seen).toEqual([message, 'input: Which color?', message]);
  shown[1]?.resolve('Answer');
  expect(await choice).toBe('Blue');
  expect(seen.at(-1)).toBe('pick: Red,Blue');
});

it('reports a message that the user closes as dismissed', async () => {
  const { seen, shown, ask } = createUser();
  const answer = ask({ options });
  await expect.poll(() => seen).toEqual([message]);
  shown[0]?.resolve(undefined);
  expect(await answer).toContain('dismissed');
  expect(seen).toEqual([message]);
});

it('shows each question at once, and does nothing when the agent no longer waits', async () => {
  const { seen, shown, ask } = createUser();
  const turn = new AbortController();
  const old = ask({}, turn.signal);
  const next = ask({ question: 'Which size?' });
  await expect.poll(() => shown).toHaveLength(2);
  turn.abort();
  expect(await old).toContain('dismissed');
  // The first message is still on screen.
  shown[0]?.resolve('Answer');
  shown[1]?.resolve('Answer');
  expect(await next).toBe('Green');
  expect(seen.slice(2)).toEqual(['input: Which size?']);
});
