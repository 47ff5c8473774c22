import type { ModelCall } from '../../../contract/modelCalls';

/** Characters of a name, and elements of a list, that `modelCall` reads again. */
export const [longestName, longestList] = [1_000, 20_000];

/**
 * Cuts names and lists that a recording would not be read back with: models, tools and servers are
 * called as somebody else likes. A call without them stays the same object.
 */
export function boundedCall(call: ModelCall): ModelCall {
  return bounded(call) as ModelCall;
}

function bounded(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > longestName ? value.slice(0, longestName) : value;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    const items = value.slice(0, longestList).map(bounded);
    const isSame = items.length === value.length && items.every((item, at) => item === value[at]);
    return isSame ? value : items;
  }
  const members = Object.entries(value);
  const kept = members.map(([name, member]) => [bounded(name), bounded(member)] as const);
  const isSame = kept.every(([name, member], at) => {
    const [oldName, old] = members[at] ?? [];
    return name === oldName && member === old;
  });
  return isSame ? value : Object.fromEntries(kept);
}
