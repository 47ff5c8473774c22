import { type ForwardLimits, usualLimits } from '../../gateway/forward/limits';

type Variables = Readonly<Record<string, string>>;

/**
 * Returns the variables that lead a process to the gateway.
 * @param address of the gateway
 * @param variables of the process so far
 * @param undoing variables that undo what the address changes, unless the user has set them
 */
export function routeThrough(
  address: string,
  variables: Variables,
  undoing: Variables = {},
): Variables {
  const { NO_PROXY, no_proxy } = variables;
  const left = Object.entries(undoing).filter(([name]) => variables[name] === undefined);
  // A proxy must not see the nonce, and could not reach this address.
  const named = [NO_PROXY, no_proxy].filter(one => !!one);
  // The CLI takes `*` for all addresses only where it stands alone.
  const unproxied = named.includes('*') ? '*' : [...named, '127.0.0.1'].join(',');
  return {
    ...Object.fromEntries(left),
    ...{ ANTHROPIC_BASE_URL: address, NO_PROXY: unproxied, no_proxy: unproxied },
  };
}

/** A user who lets the CLI wait longer lets the gateway wait longer, too. */
export function limitsFor({ API_TIMEOUT_MS }: Variables): Partial<ForwardLimits> {
  const own = Number(API_TIMEOUT_MS);
  return Number.isFinite(own) && own > usualLimits.head ? { head: own } : {};
}
