import * as l10n from '@vscode/l10n';
import type { SentContext } from '../../../contract/mentions';
import type { ContextBlock } from '../../../protocol/agentSource';
import { shown } from './mentionRow';

/** Maximum length of a block, in UTF-16 units. */
export const longestBlock = 200_000;
const longestTitle = 200;

/**
 * Makes a block of text, and says in it what was cut.
 * @param kept part of a long text that stays
 */
export function contextText(
  kind: SentContext['kind'],
  title: string,
  text: string,
  kept: 'start' | 'end' = 'start',
): ContextBlock {
  return { kind, title: shown(title, longestTitle), text: bounded(text, kept) };
}

function bounded(text: string, kept: 'start' | 'end'): string {
  if (text.length <= longestBlock) {
    return text;
  }
  const left = text.length - longestBlock;
  const note = l10n.t('({0} characters are left out here: the text is too long.)', String(left));
  return kept === 'start'
    ? `${whole(text.slice(0, longestBlock))}\n${note}`
    : `${note}\n${whole(text.slice(left))}`;
}

/** Drops the half of a surrogate pair at either end. */
function whole(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
