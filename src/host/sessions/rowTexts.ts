import { costText } from '../../base/locale';
import type { SessionRow } from './sessionRow';
import { escapeMarkdown, plainText, shortened } from './shortTexts';

/**
 * Returns the text beside the title: agent, branch, age, cost and last prompt, as far as known.
 * @param said what stands beside it already: a last prompt that begins so is left out
 */
export function descriptionOf(row: SessionRow, age: string, said?: string): string {
  const { agent, branch, costUsd } = row;
  const parts = [
    agent === undefined ? '' : shortened(plainText(agent), 40),
    branch === undefined ? '' : shortened(plainText(branch), 40),
    age,
    costUsd === undefined ? '' : costText(costUsd),
    shortened(lastSaid(row, said), 60),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Returns the last prompt on one line; empty if there is none, or if it is said already. */
function lastSaid({ title, stored }: SessionRow, said = title): string {
  const last = plainText(stored?.lastPrompt ?? '');
  const isSaid = [title, said].some(text => plainText(text).startsWith(last.slice(0, 40)));
  return isSaid ? '' : last;
}

/** Returns a row's screen reader label, which puts icon and colors into words. */
export function accessibleLabel(row: SessionRow, age: string, states: readonly string[]): string {
  return [plainText(row.title), ...states, descriptionOf(row, age)].filter(Boolean).join(', ');
}

/** Formats a heading and labelled lines as Markdown, with all values escaped. */
export function markdownFacts(
  heading: string,
  facts: readonly (readonly [label: string, value: string | undefined])[],
): string {
  const lines = facts.flatMap(([label, value]) =>
    value ? [`${escapeMarkdown(label)}: ${escapeMarkdown(shortened(value, 300))}`] : [],
  );
  return [`**${escapeMarkdown(heading)}**`, ...lines].join('  \n');
}

/** Returns the context value that selects a row's menu items: words for `viewItem =~`. */
export function contextOf(row: SessionRow): string {
  const { isPinned, isUnread, isArchived, stored, foreign, state } = row;
  const texts = [
    'session',
    isPinned ? 'pinned' : 'unpinned',
    isUnread ? 'unread' : 'read',
    isArchived ? 'archived' : 'kept',
    stored ? 'stored' : '',
    foreign ? 'foreign' : '',
    state === 'running' || state === 'needsInput' ? 'active' : '',
  ];
  return texts.filter(Boolean).join(' ');
}
