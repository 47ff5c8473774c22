import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import { maskSecrets } from '../../../base/secrets';
import type { SectionGroup, SectionId, SectionRow } from '../../../contract/sections';
import type { AgentReports } from '../../../protocol/agentReports';

/** Commands that the CLI names behind a value, and the sections that stand for them. */
const sectionOf: Readonly<Record<string, SectionId>> = {
  mcp: 'servers',
  permissions: 'permissions',
  sandbox: 'sandbox',
  hooks: 'hooks',
  config: 'settings',
  usage: 'usage',
  context: 'context',
};

/** Command behind a value, such as "1 failed · /mcp". */
const command = / · \/([a-z-]+)$/;

/**
 * Returns what the CLI reports of itself; of a version without a report, what its start has told.
 * @throws UserError where it does not answer
 */
export async function reportedGroups(reports: AgentReports): Promise<readonly SectionGroup[]> {
  try {
    const { sections } = await reports.ask('get_status', {});
    return sections.map(({ title, rows }) => ({
      id: `reported/${title}`,
      title,
      rows: rows.map(({ label, value = '' }) => reportedRow(title, label, value)),
    }));
  } catch (error) {
    if (error instanceof UserError && error.code === 'cli.unsupported') {
      return [startGroup(reports)];
    }
    throw error;
  }
}

function reportedRow(group: string, label: string, value: string): SectionRow {
  const [, name = ''] = command.exec(value) ?? [];
  const link = Object.hasOwn(sectionOf, name) ? sectionOf[name] : undefined;
  const row = { title: label, detail: maskSecrets(value.replace(command, '')) };
  return link === undefined
    ? { id: `reported/${group}/${label}`, ...row }
    : {
        id: `link/${link}/${group}/${label}`,
        ...row,
        actions: [{ id: 'show', label: l10n.t('Show') }],
      };
}

/** Returns the section that a row leads to. */
export function linkOf(row: string): SectionId | undefined {
  const [kind, name] = row.split('/');
  return kind === 'link' ? Object.values(sectionOf).find(id => id === name) : undefined;
}

function startGroup({ version, start }: AgentReports): SectionGroup {
  const { account } = start;
  const row = (id: string, title: string, detail: unknown): SectionRow[] =>
    typeof detail === 'string' && detail !== '' ? [{ id: `start/${id}`, title, detail }] : [];
  return {
    id: 'start',
    title: l10n.t('Agent'),
    note: l10n.t('This version of Claude Code reports nothing else.'),
    rows: [
      ...row('version', l10n.t('Version'), version),
      ...row('account', l10n.t('Account'), account?.email),
      ...row('organization', l10n.t('Organization'), account?.organization),
      ...row('subscription', l10n.t('Subscription'), account?.subscriptionType),
      ...row('style', l10n.t('Output style'), start.output_style),
    ],
  };
}
