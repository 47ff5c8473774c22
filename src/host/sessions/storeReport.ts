import type { SkipReason, StoreReport } from '../../cli/sessions/listedSession';
import { escapeMarkdown, shortPath } from './shortTexts';

const reasons: Record<SkipReason, string> = {
  subagent: "a subagent's own transcript",
  empty: 'the file is empty',
  noMessages: 'nothing was said in it yet',
  unreadable: 'the file could not be read',
  notAFile: 'not a file',
  notASession: 'the name is no session id',
  duplicate: 'another file of the same session is newer',
};

/** Maximum number of files listed for each reason. */
const mostNamed = 200;

/** Formats a report as Markdown: "N files on disk, M listed", and why others were left out. */
export function reportMarkdown({ files, listed, skipped }: StoreReport, folder: string): string {
  const lines = [
    '# Stored conversations',
    '',
    `${files} files on disk, ${listed} listed, ${skipped.length} left out.`,
    '',
    `Folder: ${escapeMarkdown(shortPath(folder))}`,
  ];
  const byReason = new Map<SkipReason, string[]>();
  for (const { path, reason } of skipped) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), path]);
  }
  for (const [reason, paths] of byReason) {
    lines.push('', `## ${paths.length}: ${reasons[reason]}`, '');
    lines.push(...paths.slice(0, mostNamed).map(path => `- ${escapeMarkdown(shortPath(path))}`));
    if (paths.length > mostNamed) {
      lines.push(`- and ${paths.length - mostNamed} more`);
    }
  }
  return `${lines.join('\n')}\n`;
}
