import { silentLog } from '../../../../src/base/log';
import { ControlClient } from '../../../../src/cli/control/controlClient';
import { ControlSupport } from '../../../../src/cli/control/controlSupport';
import { ActivityTracker } from '../../../../src/cli/frames/activity';
import { FrameReader } from '../../../../src/cli/frames/frameReader';
import { FrameTranslator } from '../../../../src/cli/translate/frameTranslator';
import type { Conversation } from '../../../../src/contract/conversation';
import { ConversationStore } from '../../../../src/core/conversation/conversationStore';
import { LineSplitter } from '../../../../src/node/lineSplitter';
import { EventBatch } from '../../../../src/protocol/eventBatch';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';
import { FakeClock } from '../../node/fakeClock';

export interface PlayedFrames {
  readonly conversation: Conversation;
  /** The same, as a page has folded it. */
  readonly shown: Conversation;
  /** Errors on the way, such as events that the fold rejected. */
  readonly faults: readonly string[];
}

/**
 * Sends the lines of a CLI through everything between its stdout and the conversation; then its
 * process ends.
 */
export async function playFrames(lines: readonly string[], chunk: number): Promise<PlayedFrames> {
  const clock = new FakeClock();
  const faults: string[] = [];
  const report = (what: string) => faults.push(what);
  const log = { ...silentLog, error: report, child: () => log };
  const store = new ConversationStore(1, clock, log, async () => []);
  let shown = emptyConversation;
  store.attach({
    post: ({ events }) => {
      for (const event of events) shown = fold(shown, event, report);
    },
  });
  const batch = new EventBatch(clock, events => store.apply(events));
  const nothing = async () => ({});
  const client = new ControlClient({
    write: async () => undefined,
    handlers: {
      can_use_tool: nothing,
      hook_callback: nothing,
      mcp_message: nothing,
      elicitation: nothing,
    },
    support: new ControlSupport('9.9.9'),
    clock,
    log: silentLog,
  });
  const translator = new FrameTranslator({ cwd: '/workspace' });
  const activity = new ActivityTracker(() => undefined);
  const reader = new FrameReader({
    ...{ client, translator, batch, activity, clock },
    log: silentLog,
    onPageFinished: () => undefined,
  });
  const splitter = new LineSplitter({
    onLine: line => reader.read(line),
    onOverlong: () => undefined,
  });
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  for (let start = 0; start < bytes.length; start += chunk) {
    splitter.push(bytes.subarray(start, start + chunk));
    clock.advance(1);
  }
  await Promise.resolve();
  batch.add(translator.processEnded(clock.now()));
  batch.add([{ type: 'turn.ended', at: clock.now(), outcome: { kind: 'lost', message: 'gone' } }]);
  batch.flush();
  // Posts what still waits.
  store.page();
  const conversation = store.current;
  store.dispose();
  return { conversation, shown, faults };
}
