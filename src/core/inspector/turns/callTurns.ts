import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { TurnFacts } from '../../../contract/inspector/recordedCall';

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
    let [low, high] = [0, this.turns.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.turns[middle]?.startedAt ?? 0) <= at) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const last = this.turns[low - 1];
    // A turn without an end is open, or was ended by the next one.
    return last && at <= (last.endedAt ?? at) ? last.turn : undefined;
  }
}
