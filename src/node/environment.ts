export type Environment = Readonly<Record<string, string | undefined>>;

/** Overlays `base` with `changes`; `undefined` removes. Names ignore case on Windows only. */
export function mergeEnvironment(
  base: Environment,
  changes: Environment,
  platform: NodeJS.Platform,
): Record<string, string> {
  const key = (name: string) => (platform === 'win32' ? name.toUpperCase() : name);
  const changed = new Set(Object.keys(changes).map(key));
  const kept = Object.entries(base).filter(([name]) => !changed.has(key(name)));
  const merged = [...kept, ...Object.entries(changes)];
  return Object.fromEntries(
    merged.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Converts a setting to changes; settings are JSON, so there `null` removes a variable. */
export function environmentChanges(
  setting: Readonly<Record<string, string | null>> | undefined,
): Environment {
  const entries = Object.entries(setting ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? undefined]));
}

/** Reads a variable by name; Windows ignores case and may spell PATH as "Path". */
export function readVariable(
  env: Environment,
  name: string,
  platform: NodeJS.Platform,
): string | undefined {
  if (platform !== 'win32') {
    return env[name];
  }
  const wanted = name.toUpperCase();
  return Object.entries(env).find(([key]) => key.toUpperCase() === wanted)?.[1];
}
