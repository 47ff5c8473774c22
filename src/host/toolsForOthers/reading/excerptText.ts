import { maskSecrets } from '../../../base/secrets';
import { oneSpaced } from '../../nativeText/neutral';

const mask = '***';
/** Words of base64, as the lines of keys are. Names have fewer digits, and no such mixture. */
const longWord = /[\w+/=-]{24,}/g;
const run = /[A-Za-z0-9+=_-]{20,}/g;

/**
 * Returns an excerpt without secrets. What stands at a cut is left out: the part that would show it
 * to be a secret may be missing.
 * @param text from a search; `…` at an end marks that it is cut there
 */
export function excerptText(text: string): string {
  const plain = oneSpaced(text)
    .replace(/^…\S*(?:\s*[=:]\s*\S+)?/, '…')
    .replace(/\S*…$/, '…');
  return maskSecrets(plain).replace(longWord, word =>
    (word.match(run) ?? []).some(isMixed) ? mask : word,
  );
}

function isMixed(text: string): boolean {
  const digits = text.match(/\d/g) ?? [];
  return digits.length > 1 && /[a-z]/.test(text) && /[A-Z]/.test(text);
}
