import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { ResultFrame } from '../../../protocol/frameSchemas';
import { commandOutput } from '../state/syntheticMessages';
import type { TranslatorState } from '../state/translatorState';
import { keepsPartial, turnOutcome } from '../state/turnOutcome';

/** Translates the end of a turn. */
export function translateResult(
  frame: ResultFrame,
  state: TranslatorState,
  now: number,
): ConversationEvent[] {
  const { blocks, tools, tasks, turn } = state;
  const outcome = turnOutcome(frame, state.synthetic.last, turn.sawInterruption);
  const denied = frame.permission_denials.map(one => one.tool_use_id);
  const cost = state.usage.result(frame);
  const usage = state.turnUsage.end(frame);
  const fastMode = state.session.fastModeIfNew(frame);
  if (outcome.kind === 'completed' && blocks.confirmFinished()) {
    turn.hasText = true;
  }
  const events: ConversationEvent[] = [
    ...(keepsPartial(outcome) ? blocks.keepPartial(now) : blocks.dropDead()),
    ...closingText(frame, outcome.kind === 'error', state, now),
    ...state.stops.end(outcome, now),
    ...tools.listedAsDenied(denied, now),
    ...(outcome.kind === 'interrupted' ? tools.interruptKilled(now) : []),
    ...tools.endTurn(now),
    ...tasks.endTurn(now),
    ...cost.events,
    ...(fastMode ? [{ type: 'settings.changed' as const, settings: fastMode }] : []),
    omitUndefined({
      type: 'turn.ended' as const,
      at: now,
      outcome,
      durationMs: frame.duration_ms,
      costUsd: cost.turnUsd,
      usage,
    }),
  ];
  state.closeTurn();
  return events;
}

/** Returns answers that did not come from the model, such as the output of a CLI command. */
function closingText(
  frame: ResultFrame,
  isError: boolean,
  { synthetic, turn }: TranslatorState,
  now: number,
): ConversationEvent[] {
  if (isError) {
    synthetic.drop(frame.result);
    return synthetic.flush(now);
  }
  const events = synthetic.flush(now, frame.local_command);
  const text = frame.result ?? '';
  return turn.hasText || text === '' || frame.terminal_reason === 'hook_stopped'
    ? events
    : [...events, ...turn.notice(commandOutput(text, frame.local_command), now)];
}
