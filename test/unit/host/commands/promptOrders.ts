import { expect } from 'vitest';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { ChannelId, PromptId } from '../../../../src/contract/ids';
import type { CallAnswer } from '../../../../src/contract/prompts';
import type { Channel } from '../../../../src/core/conversation/channel';
import { PermissionBroker } from '../../../../src/core/conversation/permissionBroker';
import { FirstPrompts } from '../../../../src/host/commands/firstPrompts';
import { seenTarget } from '../../../../src/host/commands/seenTarget';
import type { PromptTarget } from '../../../../src/host/commands/targets';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';
import { ask } from '../../transcript/events';

/** Milliseconds that a prompt must have been first, stated here on its own. */
const leastTime = 400;

/** A conversation with the real owner of its prompts. */
class Chat {
  conversation = emptyConversation;
  private readonly withdrawals = new Map<PromptId, AbortController>();
  private broker: PermissionBroker;

  constructor(
    private readonly name: string,
    private readonly now: () => number,
    private readonly onChanged: () => void,
  ) {
    this.broker = this.newBroker();
  }

  /** Members of a channel that commands use. */
  readonly channel = (() => {
    const chat = this;
    const some: Partial<Channel> = {
      get conversation() {
        return chat.conversation;
      },
      hasSeen: id => chat.broker.hasSeen(id),
      answer: (id, answer) => chat.broker.answer(id, answer as CallAnswer),
    };
    return some as Channel;
  })();

  get first(): PromptId | undefined {
    return this.conversation.summary.waiting[0]?.id;
  }

  come(id: string): void {
    const withdrawal = new AbortController();
    this.withdrawals.set(id as PromptId, withdrawal);
    void this.broker.decide({ prompt: ask(id, id), tool: 'Bash', input: {} }, withdrawal.signal);
  }

  see(): void {
    for (const { id } of this.conversation.summary.waiting) {
      this.broker.noteSeen(id);
    }
  }

  withdraw(): void {
    if (this.first) {
      this.withdrawals.get(this.first)?.abort();
    }
  }

  async answerElsewhere(): Promise<void> {
    if (this.first) {
      await this.broker.answer(this.first, { kind: 'deny' });
    }
  }

  exit(): void {
    this.broker.interrupt();
  }

  /** Asks all prompts again, as a new window does. */
  reload(): void {
    const { waiting } = this.broker;
    this.conversation = emptyConversation;
    this.onChanged();
    this.broker = this.newBroker();
    this.broker.restore(waiting);
  }

  private newBroker(): PermissionBroker {
    const none = async () => undefined;
    const proposals = {
      ...{ open: () => undefined, change: none, reveal: none },
      ...{ editedInput: none, close: none },
    };
    const emit = (events: readonly ConversationEvent[]) => {
      for (const event of events) {
        this.conversation = fold(this.conversation, event);
      }
      this.onChanged();
    };
    const id = this.name as ChannelId;
    return new PermissionBroker(id, proposals, emit, this.now, none, () => undefined);
  }
}

/** A window with two conversations, in which prompts come and go while keys are pressed. */
class Desk {
  time = 1_000;
  answered = 0;
  private readonly log: { at: number; first: PromptId | undefined }[] = [];
  private readonly now = () => this.time;
  private readonly one = new Chat('one', this.now, () => this.changed());
  private readonly two = new Chat('two', this.now, () => this.changed());
  private front = this.one;
  private readonly chats = (() => {
    const desk = this;
    return {
      get active() {
        return desk.front.channel;
      },
    };
  })();
  private readonly firsts = new FirstPrompts(
    { chats: this.chats, channels: () => [this.one.channel, this.two.channel] },
    { now: this.now },
  );
  private count = 0;

  constructor(private readonly random: (below: number) => number) {}

  /** Lets something happen, and presses keys in the same millisecond. */
  async step(): Promise<void> {
    const chat = this.random(2) === 0 ? this.one : this.two;
    const happenings = [
      () => chat.come(`p${this.count++}`),
      () => chat.come(`p${this.count++}`),
      () => chat.withdraw(),
      () => chat.answerElsewhere(),
      () => chat.exit(),
      () => chat.reload(),
      () => {
        this.front = chat;
        this.changed();
      },
      () => {
        this.time += 1 + this.random(2 * leastTime);
      },
      () => {
        this.time += leastTime;
      },
    ];
    await happenings[this.random(happenings.length)]?.();
    // A prompt is shown once it is stored.
    await new Promise(resolve => setImmediate(resolve));
    if (this.random(4) > 0) {
      this.one.see();
      this.two.see();
    }
    await this.press();
  }

  private get first(): PromptId | undefined {
    const other = this.front === this.one ? this.two : this.one;
    return this.front.first ?? other.first;
  }

  private changed(): void {
    this.log.push({ at: this.time, first: this.first });
    this.firsts?.note();
  }

  /** Presses the key of "Allow Once" or "Deny", and checks by the log which prompt it may answer. */
  private async press(): Promise<void> {
    const expected = this.first;
    const isAllowing = this.random(2) === 0;
    const target = await this.target(isAllowing);
    if (target) {
      const { channel, prompt } = target;
      expect(prompt.id).toBe(expected);
      expect(this.firstsSince(this.time - leastTime)).toEqual([prompt.id]);
      expect(isAllowing && !channel.hasSeen(prompt.id)).toBe(false);
      await channel.answer(prompt.id, { kind: isAllowing ? 'allowOnce' : 'deny' });
      this.answered += 1;
    }
  }

  private async target(isAllowing: boolean): Promise<PromptTarget | undefined> {
    const { firsts } = this;
    try {
      return isAllowing
        ? await seenTarget({ firsts, showPrompt: async () => undefined }, undefined)
        : firsts.target('permission', undefined);
    } catch (error) {
      const code = expect.stringMatching(/^prompt\.(changed|none|unseen)$/);
      expect(error).toMatchObject({ code });
      return undefined;
    }
  }

  /** Returns every prompt that was first at some moment since then. */
  private firstsSince(time: number): readonly (PromptId | undefined)[] {
    const before = this.log.findLast(({ at }) => at <= time)?.first;
    const later = this.log.filter(({ at }) => at > time).map(({ first }) => first);
    return [...new Set([before, ...later])];
  }
}

/** Plays orders of prompts, and keys in the same moment. Each answer must be to a prompt once read. */
export async function playPromptOrders(orders: number, steps: number): Promise<void> {
  let answered = 0;
  for (let seed = 1; seed <= orders; seed++) {
    const desk = new Desk(randomOf(seed));
    for (let step = 0; step < steps; step++) {
      await desk.step();
    }
    answered += desk.answered;
  }
  // Otherwise keys that never answer would pass.
  expect(answered).toBeGreaterThan(orders);
}

/** Returns a repeatable source of numbers from 0 to below the given one. */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return below => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}
