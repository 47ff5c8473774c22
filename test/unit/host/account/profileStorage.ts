import type { ProfileStorage } from '../../../../src/host/account/profiles';

/** Storage in memory. */
export function profileStorage() {
  const kept = new Map<string, unknown>();
  const values = new Map<string, string>();
  const state = {
    values: kept,
    get: (key: string) => kept.get(key),
    update: async (key: string, value: unknown) => void kept.set(key, structuredClone(value)),
  };
  const secrets = {
    values,
    get: async (key: string) => values.get(key),
    store: async (key: string, value: string) => void values.set(key, value),
    delete: async (key: string) => void values.delete(key),
  };
  return { state, secrets } satisfies ProfileStorage;
}

/** Returns all stored keys. */
export function keysIn({ values }: { readonly values: ReadonlyMap<string, string> }): string[] {
  return [...values.values()].map(text => JSON.parse(text).key);
}
