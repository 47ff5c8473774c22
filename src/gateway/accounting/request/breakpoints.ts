import { isObject, type JsonObject } from '../../../base/json';

/** Nesting below which values are taken as they are. */
const deepest = 64;

/** Returns the breakpoint of the cache that a block or tool has. */
export function breakpointIn({ cache_control: control }: JsonObject): { ttl: '5m' | '1h' }[] {
  // Five minutes are the API's default.
  return isObject(control) ? [{ ttl: control.ttl === '1h' ? '1h' : '5m' }] : [];
}

/** Removes breakpoints, and turns text contents into blocks: to the API both are the same. */
export function withoutBreakpoints(value: unknown, depth = 0): unknown {
  if (depth > deepest) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(item => withoutBreakpoints(item, depth + 1));
  }
  if (!isObject(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'cache_control')
      .map(([name, member]) => [
        name,
        name === 'content' && typeof member === 'string' && depth === 0
          ? [{ type: 'text', text: member }]
          : withoutBreakpoints(member, depth + 1),
      ]),
  );
}
