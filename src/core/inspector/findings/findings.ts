import type { CallFinding } from '../../../contract/inspector/overview';
import type { CallHistory } from '../../../contract/inspector/recordedCall';
import { findingTable } from './findingTable';
import { HistoryFacts } from './historyFacts';
import { inOneGo, type Steps } from './steps';

const mostFindings = 100;

/**
 * Returns what is worth knowing of a history, dearest first, then by weight.
 * @param history as `inspectedHistory` returns it
 */
export function findings(history: CallHistory): CallFinding[] {
  return inOneGo(findingSteps(history));
}

/** Works like `findings`, in steps between which others can have their turn. */
export function* findingSteps(history: CallHistory): Steps<CallFinding[]> {
  const facts = new HistoryFacts(history);
  const found: CallFinding[] = [];
  for (const find of Object.values(findingTable)) {
    yield;
    found.push(...find(facts));
  }
  return found
    .filter(({ calls }) => calls.length > 0)
    .sort(
      (one, other) =>
        (other.usd ?? -1) - (one.usd ?? -1) ||
        weightOf(other) - weightOf(one) ||
        (other.ms ?? 0) - (one.ms ?? 0),
    )
    .slice(0, mostFindings);
}

function weightOf({ weight }: CallFinding): number {
  return weight === 'warning' ? 1 : 0;
}
