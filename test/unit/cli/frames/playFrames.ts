import { silentLog } from '../../../../src/base/log';
import { ControlClient } from '../../../../src/cli/control/controlClient';
import { ControlSupport } from '../../../../src/cli/control/controlSupport';
import { ActivityTracker } from '../../../../src/cli/frames/activity';
import { EventBatch } from '../../../../src/cli/frames/eventBatch';
import { FrameReader } from '../../../../src/cli/frames/frameReader';
import { FrameTranslator } from '../../../../src/cli/translate/frameTranslator';
import type { Conversation } from '../../../../src/contract/conversation';
import { BlobStore } from '../../../../src/core/conversation/blobStore';
import { externalize } from '../../../../src/core/conversation/externalize';
import { LineSplitter } from '../../../../src/node/lineSplitter';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';
import { FakeClock } from '../../node/fakeClock';

export interface PlayedFrames {
  readonly conversation: Conversation;
  /** Events that the fold rejected. */
  readonly faults: readonly string[];
}

/**
 * Sends the lines of a CLI through everything between its stdout and the conversation; then its
 * process ends.
 */
export async function playFrames(lines: readonly string[], chunk: number): Promise<PlayedFrames> {
  const clock = new FakeClock();
  const blobs = new BlobStore();
  const faults: string[] = [];
  let conversation = emptyConversation;
  const batch = new EventBatch(events => {
    for (const event of events) {
      const report = (what: string) => faults.push(what);
      conversation = fold(conversation, externalize(event, blobs), report);
    }
  });
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
  const log = silentLog;
  const reader = new FrameReader({ client, translator, batch, activity, clock, log });
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
  return { conversation, faults };
}
