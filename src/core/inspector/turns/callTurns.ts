import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { TurnFacts } from '../../../contract/inspector/recordedCall';
import { firstFrom } from './firstFrom';

/**
 * Finds the turn during which a call started. Calls before the first turn, such as for titles, and
 * those between two belong to none.
 */
export class CallTurns {
  private readonly turns: readonly TurnFacts[];

  constructor(turns: readonly TurnFacts[]) {
    this.turns = [...turns].sort(
      (one, other) => one.startedAt - other.startedAt || one.turn - other.turn,
    );
  }

  turnOf({ call }: InspectedCall): number | undefined {
    return this.turnAt(call.startedAt);
  }

  turnAt(at: number): number | undefined {
    const next = firstFrom(this.turns, at + 1, ({ startedAt }) => startedAt);
    const last = this.turns[next - 1];
    // A turn without an end is open, or was ended by the next one.
    return last && at <= (last.endedAt ?? at) ? last.turn : undefined;
  }
}
