import type { BlockChange, BlockPlace, Breakpoint } from '../../../contract/modelCalls';
import { isBillingNote } from '../classify/callRules';
import { withoutBreakpoints } from '../request/breakpoints';
import type { CallRequest } from '../request/callRequest';
import type { PartStore, RequestPart } from '../request/partStore';
import { parsed } from '../request/requestReader';
import { type Difference, firstDifference } from './firstDifference';

/** Parts of a request in the order of the cache. */
export type CachedParts = Pick<CallRequest, 'tools' | 'system' | 'messages'>;

const order = ['tools', 'system', 'messages'] as const;

/** Returns the request's parts that the cache depends on. */
export function cachedParts({ tools, system, messages }: CallRequest): CachedParts {
  // Some versions put another checksum into the note with every call, which costs no cache.
  return { tools, system: system.filter(({ head }) => !isBillingNote(head ?? '')), messages };
}

export function breakpointsIn(parts: CachedParts): Breakpoint[] {
  return order.flatMap(part =>
    parts[part].flatMap((one, index) =>
      one.breakpoints.map(({ block, ttl }) => ({ place: placeOf(part, index, one, block), ttl })),
    ),
  );
}

/** Returns the first block that differs; undefined if the later request only appends messages. */
export function firstChange(
  before: CachedParts,
  after: CachedParts,
  store: PartStore,
): BlockChange | undefined {
  const breakpoints = breakpointsIn(before);
  for (const part of order) {
    const change = changeIn(part, before[part], after[part], store);
    if (change) {
      const wasCached = breakpoints.some(({ place }) => isAtOrBehind(place, change.place));
      return { ...change, wasCached };
    }
  }
  return undefined;
}

function changeIn(
  part: BlockPlace['part'],
  before: readonly RequestPart[],
  after: readonly RequestPart[],
  store: PartStore,
): Omit<BlockChange, 'wasCached'> | undefined {
  for (const [index, old] of before.entries()) {
    const now = after[index];
    if (!now) {
      return { how: 'removed', place: placeOf(part, index, old) };
    }
    if (old.bare === now.bare) {
      continue;
    }
    const move = part === 'tools' ? moveOf(before, after, index) : undefined;
    if (move) {
      return move;
    }
    const difference = differenceOf(old, now, store);
    if (difference !== 'none') {
      return { how: 'changed', ...described(part, index, now, difference) };
    }
  }
  const added = part === 'messages' ? undefined : after[before.length];
  return added && { how: 'added', place: placeOf(part, before.length, added) };
}

/** Returns a tool that was put in between or taken out, which moves all others. */
function moveOf(
  before: readonly RequestPart[],
  after: readonly RequestPart[],
  index: number,
): Omit<BlockChange, 'wasCached'> | undefined {
  const [old, now] = [before[index], after[index]];
  if (!old || !now || old.name === now.name) {
    return undefined;
  }
  const isIn = (tools: readonly RequestPart[], { name }: RequestPart) =>
    tools.some(tool => tool.name === name);
  if (!isIn(before, now)) {
    return { how: 'added', place: placeOf('tools', index, now) };
  }
  return isIn(after, old) ? undefined : { how: 'removed', place: placeOf('tools', index, old) };
}

function differenceOf(
  old: RequestPart,
  now: RequestPart,
  store: PartStore,
): Difference | 'none' | undefined {
  const [before, after] = [store.contentOf(old.digest), store.contentOf(now.digest)];
  if (!before || !after) {
    return undefined;
  }
  const bare = [before, after].map(content => withoutBreakpoints(parsed(content)));
  return firstDifference(bare[0], bare[1]) ?? 'none';
}

function described(
  part: BlockPlace['part'],
  index: number,
  now: RequestPart,
  difference: Difference | undefined,
): Pick<BlockChange, 'place' | 'member' | 'character'> {
  const [first, second, ...rest] = difference?.path ?? [];
  const isInBlock = part === 'messages' && first === 'content' && typeof second === 'number';
  const member = (isInBlock ? rest : (difference?.path ?? [])).join('.');
  return {
    place: placeOf(part, index, now, isInBlock ? second : undefined),
    ...(member === '' ? {} : { member }),
    ...(difference?.character === undefined ? {} : { character: difference.character }),
  };
}

function placeOf(
  part: BlockPlace['part'],
  index: number,
  { name }: RequestPart,
  block?: number,
): BlockPlace {
  return {
    part,
    index,
    ...(block === undefined ? {} : { block }),
    ...(name === undefined ? {} : { name }),
  };
}

function isAtOrBehind(place: BlockPlace, other: BlockPlace): boolean {
  const ranks = [place, other].map(({ part, index, block }) => [
    order.indexOf(part),
    index,
    // A breakpoint without a block stands at the end of its part.
    block ?? (part === 'messages' ? 0 : Number.POSITIVE_INFINITY),
  ]);
  const [one = [], two = []] = ranks;
  for (const at of [0, 1, 2]) {
    const [left = 0, right = 0] = [one[at], two[at]];
    if (left !== right) {
      return left > right;
    }
  }
  return true;
}
