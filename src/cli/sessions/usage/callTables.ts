import { type CallTable, callWidth, columns } from './fileUsage';
import type { CallUsage } from './usageLine';

/** Collects the calls of a file. A message that comes again replaces itself. */
export class CallTables {
  private readonly ids: string[];
  private readonly models: string[];
  private readonly numbers: number[];
  private readonly rows: Map<string, number>;

  constructor(last: CallTable | undefined) {
    this.ids = [...(last?.ids ?? [])];
    this.models = [...(last?.models ?? [])];
    this.numbers = [...(last?.numbers ?? [])];
    this.rows = new Map(this.ids.map((id, row) => [id, row]));
  }

  get table(): CallTable {
    const { ids, models, numbers } = this;
    return { ids, models, numbers };
  }

  /** Minute of the last call; undefined if there is none. */
  get lastMinute(): number | undefined {
    return this.numbers.at(columns.minute - callWidth);
  }

  set(
    id: string,
    call: { readonly minute: number; readonly model: string; readonly isSidechain: boolean },
    usage: CallUsage,
  ): void {
    let row = this.rows.get(id);
    if (row === undefined) {
      row = this.ids.length;
      this.ids.push(id);
      this.rows.set(id, row);
    }
    let model = this.models.indexOf(call.model);
    if (model === -1) {
      model = this.models.push(call.model) - 1;
    }
    const { input, output, written5m, written1h, cacheRead, webSearches } = usage;
    const side = call.isSidechain ? 1 : 0;
    const values = [call.minute, model, side, input, output];
    values.push(written5m, written1h, cacheRead, webSearches);
    for (const [column, value] of values.entries()) {
      this.numbers[row * callWidth + column] = value;
    }
  }
}
