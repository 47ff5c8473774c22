import { createHash } from 'node:crypto';
import { isObject } from '../../../base/json';

/** Subject of the user's decision: a server of one file, with one configuration. */
export interface ServerIdentity {
  /** Differs between any two configurations, files or names. */
  readonly hash: string;
  /** Command or address as the file has it, without values of the environment. */
  readonly summary: string;
}

export interface IdentifiedServer {
  readonly file: string;
  readonly name: string;
  /** Configuration as the file has it. */
  readonly entry: unknown;
  /** Text of its `envFile`. */
  readonly envText: string | undefined;
}

/** Parts of a configuration that the user must see before allowing it. */
export interface ServerTarget {
  readonly url?: string | undefined;
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, unknown>> | undefined;
  readonly envFile?: string | undefined;
}

/** Variables stay as they are written: a changed secret is no reason to ask again. */
export function identify(server: IdentifiedServer, target: ServerTarget): ServerIdentity {
  const { file, name, entry, envText } = server;
  const text = JSON.stringify([file, name, sorted(entry), envText ?? null]);
  return { hash: createHash('sha256').update(text).digest('hex'), summary: summaryOf(target) };
}

/** Formats like a shell: variables that are set, then the command. */
function summaryOf({ url, command, args = [], env = {}, envFile }: ServerTarget): string {
  const settings = Object.entries(env).map(([name, one]) => `${name}=${word(String(one))}`);
  const fromFile = envFile === undefined ? [] : [`--env-file=${word(envFile)}`];
  const words = command === undefined ? [url ?? ''] : [command, ...args].map(word);
  return visible([...settings, ...fromFile, ...words].join(' '));
}

function word(text: string): string {
  return /^[^\s"']+$/.test(text) ? text : JSON.stringify(text);
}

/** Spells out characters that are drawn as nothing, which could push the rest out of view. */
function visible(text: string): string {
  return text.replace(
    /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Z}|(?<= ) /gu,
    one => `\\u{${one.codePointAt(0)?.toString(16)}}`,
  );
}

/** Sorts keys: their order means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  if (!isObject(value)) {
    return value;
  }
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map(key => [key, sorted(value[key])]));
}
