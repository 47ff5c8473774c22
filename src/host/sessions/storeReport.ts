import * as l10n from '@vscode/l10n';
import type { SkipReason, StoreReport } from '../../cli/sessions/listedSession';
import { codeSpan } from '../nativeText/codeSpan';
import { shortPath } from '../shortPath';
import { plainText } from './shortTexts';

function reasonText(reason: SkipReason): string {
  switch (reason) {
    case 'subagent':
      return l10n.t("a subagent's own transcript");
    case 'empty':
      return l10n.t('the file is empty');
    case 'noMessages':
      return l10n.t('nothing was said in it yet');
    case 'unreadable':
      return l10n.t('the file could not be read');
    case 'notAFile':
      return l10n.t('not a file');
    case 'notASession':
      return l10n.t('the name is not a conversation ID');
    case 'duplicate':
      return l10n.t('another file of the same conversation is newer');
  }
}

/** The search for the CLI. Until it is over, the folder of its sessions is only a guess. */
export interface ReportedCli {
  readonly configFolder: string;
  problem(): Promise<unknown>;
}

/** Reads the report from the folder of the CLI that runs, after searching for it if need be. */
export async function readReport(
  index: { report(): Promise<StoreReport> },
  cli: ReportedCli,
): Promise<{ readonly report: StoreReport; readonly folder: string }> {
  await cli.problem();
  const report = await index.report();
  return { report, folder: cli.configFolder };
}

/** Maximum number of files listed for each reason. */
const mostNamed = 200;

/** Formats a report as Markdown: "N files on disk, M listed", and why others were left out. */
export function reportMarkdown({ files, listed, skipped }: StoreReport, folder: string): string {
  const lines = [
    `# ${l10n.t('Stored conversations')}`,
    '',
    l10n.t('{0} files on disk, {1} listed, {2} left out.', files, listed, skipped.length),
    '',
    l10n.t('Folder: {0}', codeSpan(plainText(shortPath(folder)))),
  ];
  const byReason = new Map<SkipReason, string[]>();
  for (const { path, reason } of skipped) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), path]);
  }
  for (const [reason, paths] of byReason) {
    lines.push('', `## ${paths.length}: ${reasonText(reason)}`, '');
    lines.push(
      ...paths.slice(0, mostNamed).map(path => `- ${codeSpan(plainText(shortPath(path)))}`),
    );
    if (paths.length > mostNamed) {
      lines.push(`- ${l10n.t('and {0} more', paths.length - mostNamed)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}
