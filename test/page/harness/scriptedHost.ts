import type { HostCalls, HostEvents, PageInit } from '../../../src/contract/calls';
import type { Conversation } from '../../../src/contract/conversation';
import { joinDrafts } from '../../../src/contract/draft';
import type { ConversationEvent } from '../../../src/contract/events';
import type { ChannelId } from '../../../src/contract/ids';
import { type Handlers, Peer } from '../../../src/contract/peer';
import type { Snapshot } from '../../../src/contract/snapshot';
import { findInConversation } from '../../../src/core/conversation/findInConversation';
import type { PagedConversation } from '../../../src/core/conversation/pagedConversation';
import { ReturnedDrafts } from '../../../src/core/conversation/returnedDrafts';
import { emptyConversation } from '../../../src/transcript/emptyConversation';
import { fold } from '../../../src/transcript/fold';
import { lastTurns, turnsBefore } from '../../../src/transcript/selectors';

type NoCalls = Record<never, never>;

export interface RecordedCall {
  readonly method: keyof HostCalls;
  readonly params: unknown;
}

const pageItems = 60;
/** Milliseconds after which a missing call counts as an error. */
const patience = 20_000;

/**
 * The host's end of the connection, with the same conversation state. Folds a test's events, sends
 * them to the page, and records the page's calls.
 */
export class ScriptedHost {
  channelId = 'channel-1' as ChannelId;
  readonly calls: RecordedCall[] = [];
  /** Handlers of a test that override the default ones. */
  readonly answers: Partial<Handlers<HostCalls>> = {};
  conversation: Conversation = emptyConversation;
  epoch = 1;
  seq = 0;
  init: Omit<PageInit, 'snapshot'> = {
    gate: { kind: 'open' },
    config: {
      agentTitle: 'Claude',
      platform: 'other',
      whileWorking: 'queue',
      sendWith: 'enter',
      modeCycle: ['default', 'acceptEdits', 'plan'],
      modeAfterPlan: 'previous',
      imageLimits: { bytes: 200_000, count: 3 },
    },
  };
  draft: Snapshot['draft'] = { text: '', images: [] };
  private readonly returns = new ReturnedDrafts();
  view: Snapshot['view'] = { expanded: [] };
  history: readonly string[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly peer: Peer<NoCalls, NoCalls, HostCalls, HostEvents>;

  private batch: unknown[] | undefined;

  constructor(private readonly postToPage: (message: unknown) => void) {
    this.peer = new Peer(
      message => this.post(message),
      this.handlers(),
      {},
      () => undefined,
    );
  }

  receive(message: unknown): void {
    this.peer.receive(message);
  }

  /** Posts a message that may violate the contract. */
  post(message: unknown): void {
    if (this.batch) {
      this.batch.push(message);
    } else {
      this.postToPage(message);
    }
  }

  /** Posts everything that the task posts in one message, see `PostedBatch`. */
  together(task: () => void): void {
    const batch: unknown[] = [];
    this.batch = batch;
    task();
    this.batch = undefined;
    this.post({ batch });
  }

  /** Folds events and sends them to the page in one message. */
  emit(...events: ConversationEvent[]): void {
    this.happen(events);
    this.peer.send('io_message', {
      channelId: this.channelId,
      epoch: this.epoch,
      seq: this.seq,
      events,
      done: events.some(event => event.type === 'turn.ended'),
    });
  }

  /** Folds events without sending them to the page. */
  happen(events: readonly ConversationEvent[]): void {
    this.seq += 1;
    for (const event of events) {
      this.conversation = fold(this.conversation, event);
    }
  }

  send<K extends keyof HostEvents>(name: K, event: HostEvents[K]): void {
    this.peer.send(name, event);
  }

  called<K extends keyof HostCalls>(method: K): Parameters<HostCalls[K]>[0][] {
    return this.calls
      .filter(call => call.method === method)
      .map(call => call.params as Parameters<HostCalls[K]>[0]);
  }

  /** Returns the parameters of the `count`th call of this method, waiting for the call. */
  async waitFor<K extends keyof HostCalls>(
    method: K,
    count = 1,
  ): Promise<Parameters<HostCalls[K]>[0]> {
    for (;;) {
      const params = this.called(method)[count - 1];
      if (params !== undefined) {
        return params;
      }
      await this.nextCall(`${method} was not called (${count})`);
    }
  }

  /** Returns a message to the composer. */
  giveBack(message: Snapshot['draft']): void {
    this.returns.add(message, 0);
    this.draft = joinDrafts(message, this.draft);
    const { channelId, draft } = this;
    this.send('draft.changed', { channelId, draft, returned: this.returns.latest });
  }

  snapshot(): Snapshot {
    const { channelId, epoch, seq, draft, view, history, conversation } = this;
    const { open, summary } = conversation;
    const page = lastTurns(conversation, pageItems);
    return {
      ...page,
      ...{ channelId, epoch, seq, draft, view, history, summary },
      returned: this.returns.latest,
      ...(open ? { open } : {}),
    };
  }

  pageInit(): PageInit {
    return this.init.gate.kind === 'open'
      ? { ...this.init, snapshot: this.snapshot() }
      : { ...this.init };
  }

  dispose(): void {
    this.peer.dispose();
  }

  /** All turns are loaded, as in a host that has been asked for them. */
  private get pages(): PagedConversation {
    return { conversation: this.conversation, loadEarlier: async () => false };
  }

  private nextCall(complaint: string): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.listeners.delete(listener);
        reject(new Error(`${complaint}: ${this.calls.map(call => call.method).join(', ')}`));
      }, patience);
      const listener = () => {
        clearTimeout(timer);
        this.listeners.delete(listener);
        resolve();
      };
      this.listeners.add(listener);
    });
  }

  private handlers(): Handlers<HostCalls> {
    const usual: Partial<Record<keyof HostCalls, (params: never) => unknown>> = {
      'page.ready': () => this.pageInit(),
      'conversation.snapshot': () => this.snapshot(),
      'conversation.earlier': ({ before }: { before: number }) =>
        turnsBefore(this.conversation, before, pageItems),
      'conversation.find': ({ before, ...query }: Parameters<HostCalls['conversation.find']>[0]) =>
        findInConversation(this.pages, query, before),
      'draft.save': ({ draft, returned = 0 }: Parameters<HostCalls['draft.save']>[0]) => {
        this.draft = this.returns.joinedTo(draft, returned);
      },
      'view.save': ({ view }: { view: Snapshot['view'] }) => {
        this.view = view;
      },
      'queue.edit': () => ({ text: '', images: [] }),
      'blob.read': () => ({ kind: 'text', text: '' }),
    };
    const methods = new Proxy(usual, {
      has: () => true,
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: undefined }),
      get: (_target, method: keyof HostCalls) => async (params: never) => {
        this.calls.push({ method, params });
        const answer = (this.answers[method] ?? usual[method]) as
          | ((params: never) => unknown)
          | undefined;
        try {
          return await answer?.(params);
        } finally {
          for (const listener of [...this.listeners]) {
            listener();
          }
        }
      },
    });
    return methods as unknown as Handlers<HostCalls>;
  }
}
