import { maskSecrets } from '../../../base/secrets';

export type Mask = (text: string) => string;

const secretName = /key|token|secret|passw|credential|auth|cookie/i;
/** UTF-16 units. Shorter values are words that a request contains for other reasons. */
const shortest = 12;

export interface KnownSecrets {
  /** Keys of profiles. */
  readonly keys: readonly string[];
  readonly variables: readonly (readonly [name: string, value: string | null | undefined])[];
}

/**
 * Returns a function that removes credentials from a text: those of Tandem and of the environment by
 * their values, all others by their form.
 */
export function secretMask({ keys, variables }: KnownSecrets): Mask {
  const named = variables
    .filter(([name, value]) => secretName.test(name) && !isPlace(value ?? ''))
    .map(([, value]) => value ?? '');
  const values = [...new Set([...keys, ...named])]
    .filter(({ length }) => length >= shortest)
    .sort((one, other) => other.length - one.length)
    .flatMap(value => [...new Set([value, JSON.stringify(value).slice(1, -1)])]);
  return text =>
    maskSecrets(
      values.reduce(
        (rest, value) => (rest.includes(value) ? rest.replaceAll(value, '***') : rest),
        text,
      ),
    );
}

/** Places of sockets and files of keys are no secrets. Base64 has slashes as well. */
function isPlace(value: string): boolean {
  return /[\s\\]|:\/\/|^(?:\/|~|\.{1,2}\/|[A-Za-z]:)/.test(value);
}

/** Returns a function that makes masks, and the same one as before while nothing else is secret. */
export function secretMasks(): (known: KnownSecrets) => Mask {
  let last: { readonly of: string; readonly mask: Mask } | undefined;
  return known => {
    const of = JSON.stringify(known);
    last = last?.of === of ? last : { of, mask: secretMask(known) };
    return last.mask;
  };
}
