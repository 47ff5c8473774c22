import type { CallFinding } from '../../../contract/inspector/overview';
import type { ModelCallKind } from '../../../contract/modelCalls';
import { type HistoryFacts, keysOf } from './historyFacts';

const limits: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded']);
/** The CLI's small calls may ask for a single token on purpose. */
const kinds: ReadonlySet<ModelCallKind> = new Set([
  'main',
  'subagent',
  'compaction',
  'sideQuestion',
]);

/** Answers that ended at a limit of tokens, in the middle of a sentence or of a tool's input. */
export function cutOff({ calls }: HistoryFacts): CallFinding[] {
  const cut = calls.filter(({ call }) => kinds.has(call.kind) && limits.has(call.stopReason ?? ''));
  const [turn, ...others] = new Set(cut.map(inspected => inspected.turn));
  const tokens = cut.reduce((sum, { call }) => sum + (call.usage?.output ?? 0), 0);
  return cut.length === 0
    ? []
    : [
        {
          id: 'cutOff',
          kind: 'cutOff',
          weight: 'warning',
          calls: keysOf([...cut].reverse()),
          tokens,
          times: cut.length,
          ...(turn !== undefined && others.length === 0 ? { turn } : {}),
        },
      ];
}
