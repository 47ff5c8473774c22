import { asNumber, isObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import type { TokenCounts, TurnUsage } from '../../../contract/usage';
import type { AssistantFrame, ResultFrame } from '../../../protocol/frameSchemas';

type Usage = AssistantFrame['message']['usage'];

/** Counts of a process from its start, as it reports them at the end of a turn. */
interface Totals {
  readonly apiMs: number;
  readonly tokens: TokenCounts;
}

/** Counts what a turn uses, of results while a process runs, and of messages in stored sessions. */
export class TurnUsageCounter {
  private readonly main = new Map<string, TokenCounts>();
  private readonly others = new Map<string, TokenCounts>();
  /** Totals at the end of the turn before; unknown for a process that counts on from another. */
  private last: Totals | undefined;

  /** @param countsOn true if the process may count on from what the session has stored */
  constructor(countsOn: boolean) {
    this.last = countsOn ? undefined : { apiMs: 0, tokens: none };
  }

  /** Takes a message of the model. Its last frame has the final usage, if any has. */
  message(id: string, usage: Usage, isMain: boolean): void {
    (isMain ? this.main : this.others).set(id, tokensOf(usage));
  }

  /** Returns what the turn has used, and begins the next one. */
  end(frame: ResultFrame): TurnUsage | undefined {
    const calls = this.main.size + this.others.size;
    const counted = sum(this.main.values());
    const main = frame.usage ? tokensOf(frame.usage) : counted;
    const { apiMs, all } = this.sinceLast(frame);
    const together = all ?? (frame.usage ? undefined : plus(counted, sum(this.others.values())));
    this.main.clear();
    this.others.clear();
    if (total(main) === 0 && total(together ?? none) === 0) {
      return undefined;
    }
    return omitUndefined({
      main,
      all: together && total(together) > total(main) ? together : undefined,
      apiMs,
      calls: calls === 0 ? undefined : calls,
    });
  }

  /** Starts at zero after the agent has cleared the conversation, in whichever way it counts on. */
  forget(): void {
    this.main.clear();
    this.others.clear();
    this.last = undefined;
  }

  private sinceLast(frame: ResultFrame): { apiMs?: number | undefined; all?: TokenCounts } {
    const { duration_api_ms: apiMs, modelUsage, model_usage_since_last_result: own } = frame;
    const { last } = this;
    const tokens = modelUsage && modelTokens(modelUsage);
    this.last = tokens && apiMs !== undefined ? { apiMs, tokens } : undefined;
    const known = own && modelTokens(own);
    const counted = tokens && last && minus(tokens, last.tokens);
    const all = known ?? counted;
    return {
      apiMs: last && apiMs !== undefined && apiMs >= last.apiMs ? apiMs - last.apiMs : undefined,
      ...(all ? { all } : {}),
    };
  }
}

const none: TokenCounts = { input: 0, output: 0, cacheWritten: 0, cacheRead: 0 };

function tokensOf(usage: Usage): TokenCounts {
  return {
    input: usage?.input_tokens ?? 0,
    output: usage?.output_tokens ?? 0,
    cacheWritten: usage?.cache_creation_input_tokens ?? 0,
    cacheRead: usage?.cache_read_input_tokens ?? 0,
  };
}

/** Adds the models up. */
function modelTokens(usage: Readonly<Record<string, unknown>>): TokenCounts {
  const count = (value: unknown) => asNumber(value) ?? 0;
  return sum(
    Object.values(usage)
      .filter(isObject)
      .map(use => ({
        input: count(use.inputTokens),
        output: count(use.outputTokens),
        cacheWritten: count(use.cacheCreationInputTokens),
        cacheRead: count(use.cacheReadInputTokens),
      })),
  );
}

function sum(counts: Iterable<TokenCounts>): TokenCounts {
  return [...counts].reduce(plus, none);
}

function plus(one: TokenCounts, other: TokenCounts): TokenCounts {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheWritten: one.cacheWritten + other.cacheWritten,
    cacheRead: one.cacheRead + other.cacheRead,
  };
}

/** @returns undefined if the counts have begun anew in between */
function minus(one: TokenCounts, other: TokenCounts): TokenCounts | undefined {
  const left = {
    input: one.input - other.input,
    output: one.output - other.output,
    cacheWritten: one.cacheWritten - other.cacheWritten,
    cacheRead: one.cacheRead - other.cacheRead,
  };
  return Object.values(left).every(count => count >= 0) ? left : undefined;
}

function total({ input, output, cacheWritten, cacheRead }: TokenCounts): number {
  return input + output + cacheWritten + cacheRead;
}
