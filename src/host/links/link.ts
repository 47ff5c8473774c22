import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { SessionId } from '../../contract/ids';

/** Maximum size of a link's prompt, in bytes. */
const longestPrompt = 32 * 1024;

/** Contents of a `vscode://tandem.tandem-code/open?…` link. */
export interface Link {
  readonly session?: SessionId;
  /** Text for the composer; it is never sent. */
  readonly prompt?: string;
  /** Path of a workspace folder. */
  readonly folder?: string;
}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the session id in lower case.
 * @returns undefined if the text is not a session id
 */
export function sessionIdOf(text: string): SessionId | undefined {
  const id = text.trim().toLowerCase();
  return idForm.test(id) ? (id as SessionId) : undefined;
}

/**
 * Parses a link.
 * @param query query from VS Code, already percent-decoded: a `&` separates parameters only if a
 * known parameter name follows it
 * @throws UserError `link.bad`
 */
export function parseLink({ path, query }: { path: string; query: string }): Link {
  if (path.replace(/\/$/, '') !== '/open') {
    throw new UserError('link.bad', l10n.t('Tandem knows no link to {0}.', path || '/'));
  }
  const parts = query.split(/(?:^|&)(session|prompt|folder)=/);
  const parameters = new Map<string, string>();
  for (let at = 1; at + 1 < parts.length; at += 2) {
    parameters.set(parts[at] ?? '', parts[at + 1] ?? '');
  }
  const prompt = visible(parameters.get('prompt') ?? '').trim();
  if (Buffer.byteLength(prompt) > longestPrompt) {
    throw new UserError('link.bad', l10n.t('The prompt of this link is longer than 32 KB.'));
  }
  const id = parameters.get('session');
  const session = id ? sessionIdOf(id) : undefined;
  if (id && !session) {
    throw new UserError('link.bad', l10n.t('The conversation ID of this link is not a UUID.'));
  }
  const folder = parameters.get('folder')?.replace(/(?<=[^:\\/])[\\/]+$/, '');
  return {
    ...(session ? { session } : {}),
    ...(prompt ? { prompt } : {}),
    ...(folder ? { folder } : {}),
  };
}

/** Whatever joiners (U+200C, U+200D) may stand between: emoji, marks, and letters that change. */
const joined =
  '(?:[\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]|[^\\P{L}\\p{Script=Latin}])';
const idle: readonly RegExp[] = [
  /[^\P{Cc}\n\t]/gu,
  // Emoji have a variation selector, and the one after another selector has no effect.
  /(?!\u200C|\u200D|\uFE0E|\uFE0F)[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu,
  /(?<!\p{Emoji})[\uFE0E\uFE0F]/gu,
  new RegExp(`(?<!${joined})[\\u200C\\u200D]|[\\u200C\\u200D](?!${joined})`, 'gu'),
];

/**
 * Removes characters that are invisible to users but read by models: control characters, bidi
 * overrides, blanks. Removes empty lines, too, which would push text out of view.
 */
function visible(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n');
  return idle
    .reduce((rest, pattern) => rest.replace(pattern, ''), lines)
    .replace(/\n(?:[\p{Zs}\t]*\n){2,}/gu, '\n\n');
}

/** Forms in which a user may name a session. */
export type SessionName =
  | { readonly kind: 'id'; readonly id: SessionId }
  | { readonly kind: 'link'; readonly path: string; readonly query: string }
  | { readonly kind: 'file'; readonly path: string };

/** @returns undefined if the text has none of these forms */
export function parseSessionName(text: string): SessionName | undefined {
  const parameters = text.trim().replace(/^"(.*)"$/, '$1');
  const id = sessionIdOf(parameters);
  if (id) {
    return { kind: 'id', id };
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(parameters) && URL.canParse(parameters)) {
    const { pathname, search } = new URL(parameters);
    return { kind: 'link', path: pathname, query: decode(search.slice(1)) };
  }
  return parameters.endsWith('.jsonl') ? { kind: 'file', path: parameters } : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The percent sign is literal.
    return text;
  }
}
