/** US dollars for a million tokens. */
export interface ListPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWritten5m: number;
  readonly cacheWritten1h: number;
}

interface PricedModels {
  /** Family and version as they stand in ids of models, such as `opus-4-8`. */
  readonly models: readonly string[];
  readonly price: ListPrice;
  /** Price of whole calls whose input has more tokens than this. */
  readonly long?: { readonly above: number; readonly price: ListPrice };
}

/** Most models: reading costs a tenth of the input, writing 1.25 and 2 times as much. */
function standard(input: number, output: number, cacheRead = input / 10): ListPrice {
  const written = { cacheWritten5m: input * 1.25, cacheWritten1h: input * 2 };
  return { input, output, cacheRead, ...written };
}

/**
 * Public prices of the Messages API. Source: platform.claude.com/docs/en/about-claude/pricing, as of
 * November 2026. They agree with the model catalog that Claude Code 2.1.329 contains.
 */
const pricedModels: readonly PricedModels[] = [
  {
    models: ['haiku-5-5'],
    price: standard(0.1, 0.5),
    long: { above: 100_000, price: standard(0.5, 2.5) },
  },
  { models: ['haiku-4-5'], price: standard(1, 5) },
  { models: ['3-5-haiku', 'haiku-3-5'], price: standard(0.8, 4) },
  { models: ['sonnet-5-5'], price: standard(2, 10, 0.1) },
  { models: ['sonnet-5'], price: standard(2, 10) },
  {
    models: ['sonnet-4-6', 'sonnet-4-5', 'sonnet-4', '3-7-sonnet', '3-5-sonnet'],
    price: standard(3, 15),
  },
  { models: ['opus-5-5'], price: standard(4, 20, 0.2) },
  { models: ['opus-5', 'opus-4-8', 'opus-4-7', 'opus-4-6', 'opus-4-5'], price: standard(5, 25) },
  { models: ['opus-4-1', 'opus-4', '3-opus'], price: standard(15, 75) },
  { models: ['fable-5-2', 'mythos-5-2'], price: standard(8, 40, 0.2) },
  { models: ['fable-5-1', 'mythos-5-1'], price: standard(10, 50, 0.25) },
  { models: ['fable-5', 'mythos-5'], price: standard(10, 50) },
];

const byModel = new Map(pricedModels.flatMap(row => row.models.map(model => [model, row])));

/** Rows of ids that were looked up: a history has thousands of calls, and few models. */
const lookedUp = new Map<string, PricedModels | undefined>();
const mostLookedUp = 200;

/**
 * Returns the public price of a call.
 * @param model id as the API or the CLI has it: with a date, a region, a provider or `[1m]`
 * @param input tokens of the call's whole input
 * @returns undefined for a model that is not listed: a newer version may cost anything
 */
export function listPrice(model: string | undefined, input: number): ListPrice | undefined {
  const row = rowOf(model ?? '');
  return row?.long && input > row.long.above ? row.long.price : row?.price;
}

function rowOf(model: string): PricedModels | undefined {
  if (!lookedUp.has(model)) {
    if (lookedUp.size >= mostLookedUp) {
      lookedUp.clear();
    }
    lookedUp.set(model, byModel.get(plainModel(model)));
  }
  return lookedUp.get(model);
}

/** Leaves family and version: `us.anthropic.claude-opus-4-5-20251101-v1:0` is `opus-4-5`. */
function plainModel(model: string): string {
  const [, named = ''] =
    /(?:^|[./])claude-([a-z0-9@:-]{1,80})(?:\[[^\]]{0,20}\])?$/.exec(model) ?? [];
  return named
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/[-@]\d{8}$/, '')
    .replace(/-(?:latest|0)$/, '');
}
