import { createHash } from 'node:crypto';
import type { MentionTarget } from '../../../contract/mentions';
import { lineText } from '../../nativeText/neutral';
import type { FoundItem } from './mentionSource';

/** Maximum length of a name in a token, and of a label, in characters. */
const longestName = 60;
const longestLabel = 160;

export interface RowTexts {
  /** Part of the token behind the kind; may be foreign. Absent: the kind alone. */
  readonly name?: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon: string;
  readonly matches?: readonly number[];
  readonly aliases?: readonly string[] | undefined;
  /** True if another thing of the kind may have the same name. */
  readonly isAmbiguous?: boolean;
}

/** Makes a row whose token stands for one target only, whatever names that target has. */
export function mentionRow(target: MentionTarget, texts: RowTexts): FoundItem {
  const { name, detail, icon, matches = [], aliases, isAmbiguous = false } = texts;
  const label = shown(texts.label, longestLabel) || target.kind;
  const isMarked = matches.length > 0 && label === texts.label;
  return {
    mention: { token: tokenOf(target, name, isAmbiguous), label, target },
    ...(detail ? { detail: shown(detail, longestLabel) } : {}),
    icon,
    ...(isMarked ? { matches } : {}),
    ...(aliases ? { aliases } : {}),
  };
}

/** Returns foreign text on one line, without characters that hide or reorder text, and bounded. */
export function shown(text: string, longest: number): string {
  // Cut first: names may have megabytes. Hidden characters become spaces.
  const line = lineText(text.slice(0, longest * 10))
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
}

/** Returns a word such as `@terminal:zsh`. A name that does not fit gets a mark of its own. */
function tokenOf(target: MentionTarget, name: string | undefined, isAmbiguous: boolean): string {
  if (name === undefined) {
    return `@${target.kind}`;
  }
  const word = shown(name, longestName)
    .replace(/[^\p{L}\p{N}\p{M}._/#:+-]+/gu, '-')
    .replace(/^[-.:#]+|[-.:#]+$/g, '');
  const mark = createHash('sha256').update(JSON.stringify(target)).digest('hex').slice(0, 6);
  const isExact = word !== '' && word === name && !isAmbiguous;
  return `@${target.kind}:${isExact ? word : `${word}~${mark}`}`;
}

/**
 * Returns what is asked of a kind: `commit:fix` asks for commits only.
 * @returns undefined if another kind is asked for
 */
export function queryOf(kind: MentionTarget['kind'], query: string): string | undefined {
  const [, asked, rest = ''] = /^([a-z]+):(?!\/\/)(.*)$/s.exec(query) ?? [];
  if (asked === undefined || !kinds.has(asked)) {
    return query;
  }
  return asked === kind ? rest : undefined;
}

const kinds: ReadonlySet<string> = new Set([
  ...['symbol', 'problems', 'terminal', 'changes', 'commit', 'branch', 'session', 'agent'],
  ...['resource', 'prompt', 'task', 'url', 'file', 'folder'],
]);
