import type { SessionRow } from './sessionRow';
import { costText, escapeMarkdown, plainText, shortened } from './shortTexts';

/** Beside the title: branch, age, cost. What is not known is left out. */
export function descriptionOf(row: SessionRow, age: string): string {
  const { branch, costUsd } = row;
  const parts = [
    branch === undefined ? '' : shortened(plainText(branch), 40),
    age,
    costUsd === undefined ? '' : costText(costUsd),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** What a screen reader says of a row: all that icon and colours tell, in words. */
export function accessibleLabel(row: SessionRow, age: string, states: readonly string[]): string {
  return [plainText(row.title), ...states, descriptionOf(row, age)].filter(Boolean).join(', ');
}

/** A heading and labelled lines, as Markdown that holds none of the values' own. */
export function markdownFacts(
  heading: string,
  facts: readonly (readonly [label: string, value: string | undefined])[],
): string {
  const lines = facts.flatMap(([label, value]) =>
    value ? [`${escapeMarkdown(label)}: ${escapeMarkdown(shortened(value, 300))}`] : [],
  );
  return [`**${escapeMarkdown(heading)}**`, ...lines].join('  \n');
}

/** Which menu items a row has: words that `viewItem =~` looks for. */
export function contextOf(row: SessionRow): string {
  const { isPinned, isUnread, isArchived, stored, state } = row;
  const words = [
    'session',
    isPinned ? 'pinned' : 'unpinned',
    isUnread ? 'unread' : 'read',
    isArchived ? 'archived' : 'kept',
    stored ? 'stored' : '',
    state === 'running' || state === 'needsInput' ? 'active' : '',
  ];
  return words.filter(Boolean).join(' ');
}
