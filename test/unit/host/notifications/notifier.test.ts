import { beforeEach, describe, expect, it } from 'vitest';
import type { ConversationEvent, TurnOutcome } from '../../../../src/contract/events';
import type { ChannelId, PromptId, TaskId, ToolCallId, TurnId } from '../../../../src/contract/ids';
import type { PermissionPrompt } from '../../../../src/contract/prompts';
import type {
  NotificationSetting,
  View,
} from '../../../../src/host/notifications/notificationPolicy';
import { type Notice, Notifier } from '../../../../src/host/notifications/notifier';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';
import { FakeClock } from '../../node/fakeClock';
import { pageRequest } from '../../transcript/events';

class Chat {
  conversation = emptyConversation;
  view: View = { isWindowFocused: true, isShown: false };
  isReported = false;
  readonly id: ChannelId;

  constructor(readonly title: string) {
    this.id = title as ChannelId;
  }

  does(...events: ConversationEvent[]): void {
    for (const event of events) {
      this.conversation = fold(this.conversation, event);
      notifier.happened(this, [event]);
    }
  }
}

let setting: NotificationSetting;
let clock: FakeClock;
let shown: string[][];
let notifier: Notifier<Chat>;

const wordsOf = ({ channel, occasion }: Notice<Chat>) => `${channel.title} ${occasion.kind}`;

beforeEach(() => {
  setting = 'whenHidden';
  clock = new FakeClock();
  shown = [];
  notifier = new Notifier<Chat>(
    {
      setting: () => setting,
      view: chat => chat.view,
      isReported: chat => chat.isReported,
      show: notices => shown.push(notices.map(wordsOf)),
    },
    clock,
  );
});

function turn(
  seconds: number,
  outcome: TurnOutcome = { kind: 'completed' },
  origin: 'person' | 'agent' = 'person',
): ConversationEvent[] {
  return [
    { type: 'turn.started', turnId: 't' as TurnId, at: 1_000, origin },
    { type: 'block.started', blockId: 'b', source: 'm', kind: 'text', at: 1_000 },
    { type: 'turn.ended', at: 1_000 + seconds * 1_000, outcome },
  ];
}

function prompt(id = 'p'): PermissionPrompt {
  const toolId = `tool-${id}` as ToolCallId;
  return {
    kind: 'permission',
    id: id as PromptId,
    toolId,
    call: {
      id: toolId,
      family: 'bash',
      tool: 'Bash',
      title: 'Bash',
      content: [],
      locations: [],
      status: 'pending',
    },
    suggestions: [],
    hasDiff: false,
  };
}

const opened = (one = prompt()): ConversationEvent => ({
  type: 'prompt.opened',
  prompt: one,
  at: 1,
});

describe('occasions for a notification', () => {
  it.each([
    ['a long turn', turn(6), ['A finished']],
    ['a short turn', turn(2), undefined],
    ['a turn stopped by the user', turn(60, { kind: 'interrupted' }), undefined],
    [
      'a turn that failed immediately',
      turn(1, { kind: 'error', reason: 'overloaded', message: 'Busy' }),
      ['A failed'],
    ],
    ['a process that died', turn(1, { kind: 'lost', message: 'Gone' }), ['A failed']],
    ["the agent's own turn after background work", turn(1, undefined, 'agent'), ['A finished']],
    ['a prompt', [opened()], ['A waits']],
    ['a request of a server', [pageRequest('p')], ['A waits']],
    ['a page that the user has opened', [pageRequest('p', 'opened')], undefined],
    ['a prompt from before a reload', [opened({ ...prompt(), interrupted: 'reload' })], undefined],
  ] as const)('%s', (_what, events, expected) => {
    new Chat('A').does(...events);
    clock.advance(1_000);
    expect(shown).toEqual(expected ? [expected] : []);
  });

  it('leave the ends of runs to the view of runs, but not their prompts', () => {
    const chat = new Chat('A');
    chat.isReported = true;
    chat.does(...turn(60), ...turn(1, { kind: 'lost', message: 'Gone' }));
    clock.advance(1_000);
    expect(shown).toEqual([]);
    chat.does(opened());
    clock.advance(1_000);
    expect(shown).toEqual([['A waits']]);
  });

  it("exclude the agent's own turns while a task is running", () => {
    const chat = new Chat('A');
    const task = {
      id: 'w' as TaskId,
      kind: 'shell',
      title: 'Watch',
      startedAt: 1,
      isBackground: true,
      status: 'running',
    } as const;
    chat.does({ type: 'task.changed', task }, ...turn(1, undefined, 'agent'));
    clock.advance(1_000);
    expect(shown).toEqual([]);
  });

  it('include tasks that end next to a running one, once for several conversations', () => {
    const server = {
      id: 's' as TaskId,
      kind: 'shell',
      title: 'Server',
      startedAt: 1,
      isBackground: true,
      status: 'running',
    } as const;
    const tests = { ...server, id: 't' as TaskId, title: 'Tests' };
    const ended = { ...tests, endedAt: 900, status: 'completed' } as const;
    for (const name of ['A', 'B', 'C']) {
      new Chat(name).does(
        ...[server, tests, ended].map(task => ({ type: 'task.changed', task }) as const),
        ...turn(1, undefined, 'agent'),
      );
    }
    clock.advance(1_000);
    expect(shown).toEqual([['A finished', 'B finished', 'C finished']]);
  });
});

describe('the notification setting', () => {
  it.each([
    ['never', false, false, false],
    ['whenHidden', true, true, false],
    ['whenHidden', true, false, true],
    ['whenHidden', false, true, true],
    ['always', true, true, true],
  ] as const)(
    '%s, window focused %s, conversation visible %s: notifies %s',
    (how, isWindowFocused, isShown, isTold) => {
      setting = how;
      const chat = new Chat('A');
      chat.view = { isWindowFocused, isShown };
      chat.does(opened());
      clock.advance(1_000);
      expect(shown).toHaveLength(isTold ? 1 : 0);
    },
  );
});

describe('simultaneous events', () => {
  it('share one notification for all conversations', () => {
    new Chat('A').does(opened());
    new Chat('B').does(opened(prompt('q')));
    new Chat('C').does(...turn(9));
    expect(shown).toEqual([]);
    clock.advance(1_000);
    expect(shown).toEqual([['A waits', 'B waits', 'C finished']]);
  });

  it('are reported once per conversation, a prompt before a finished turn', () => {
    const chat = new Chat('A');
    chat.does(opened(), ...turn(9));
    clock.advance(1_000);
    expect(shown).toEqual([['A waits']]);
  });

  it('are omitted if answered or seen meanwhile', () => {
    const answered = new Chat('A');
    const looked = new Chat('B');
    answered.does(opened(), { type: 'prompt.closed', promptId: prompt().id, outcome: 'allowed' });
    looked.does(...turn(9));
    looked.view = { isWindowFocused: true, isShown: true };
    clock.advance(1_000);
    expect(shown).toEqual([]);
  });
});
