import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { plural } from '../../../base/plural';
import type { z } from '../../../base/schema';
import type { SectionGroup, SectionMeter, SectionRow } from '../../../contract/sections';
import { editorServer, splitToolName } from '../../../protocol/editorServer';
import type { contextReport } from '../../../protocol/reportSchemas';
import { scopeTitle } from '../definitions/definitionList';
import { scopeOf } from '../files/scopeLabels';

export type ContextReport = z.output<typeof contextReport>;

export interface ContextRowOptions {
  /** Per cent from which on the fill is a warning. */
  readonly warnAt: number;
  /** Whether a server can be switched off here. */
  readonly canToggle: boolean;
}

/** Returns the meter of a fill. */
export function fillMeter(used: number, window: number, warnAt: number): SectionMeter {
  const value = window > 0 ? Math.min(1, used / window) : 0;
  const percent = Math.round(value * 100);
  const tone = percent >= 95 ? 'bad' : percent >= warnAt ? 'warning' : undefined;
  const text = l10n.t('{0}% used: {1} of {2} tokens', percent, ...[used, window].map(shortCount));
  return { value, text, ...(tone ? { tone } : {}) };
}

/** Returns the groups of the section for the report of a CLI. */
export function contextGroups(
  report: ContextReport,
  { warnAt, canToggle }: ContextRowOptions,
): readonly SectionGroup[] {
  const window = report.maxTokens ?? report.rawMaxTokens ?? 0;
  return [
    summary(report, window, warnAt),
    {
      id: 'categories',
      title: l10n.t('Categories'),
      rows: (report.categories ?? []).map(({ id, name, tokens, kind }) => ({
        id: `category/${id ?? name}`,
        title: name,
        detail: kindText(kind),
        meter: {
          value: window > 0 ? Math.min(1, tokens / window) : 0,
          text: share(tokens, window),
        },
      })),
      empty: l10n.t('This version reports no categories.'),
    },
    {
      id: 'servers',
      title: l10n.t('Tools of MCP servers'),
      rows: serverRows(report, canToggle),
      empty: l10n.t('No tools of servers'),
    },
    {
      id: 'memory',
      title: l10n.t('Memory files'),
      rows: (report.memoryFiles ?? []).flatMap(({ path, type, tokens }) =>
        path === undefined
          ? []
          : [
              {
                id: memoryRow(path),
                title: basename(path),
                detail: tokenText(tokens ?? 0),
                origin: { label: type ?? l10n.t('Memory'), path },
                canOpen: true,
              },
            ],
      ),
      empty: l10n.t('No memory files are loaded.'),
    },
    {
      id: 'agents',
      title: l10n.t('Custom agents'),
      rows: (report.agents ?? []).flatMap(({ agentType, source, tokens }) =>
        agentType === undefined
          ? []
          : [
              {
                id: `agent/${agentType}`,
                title: agentType,
                detail: tokenText(tokens ?? 0),
                ...(source ? { badges: [{ text: sourceText(source) }] } : {}),
              },
            ],
      ),
      empty: l10n.t('None uses any context.'),
    },
  ];
}

/** Id of the row of a memory file. */
export function memoryRow(path: string): string {
  return `memory/${path}`;
}

function summary(report: ContextReport, window: number, warnAt: number): SectionGroup {
  const { totalTokens = 0, model, isAutoCompactEnabled, autoCompactThreshold } = report;
  const rows: SectionRow[] = [
    {
      id: 'fill',
      title: l10n.t('Context'),
      ...(model ? { detail: model } : {}),
      meter: fillMeter(totalTokens, window, warnAt),
    },
  ];
  if (isAutoCompactEnabled !== undefined) {
    const at = autoCompactThreshold;
    const detail = !isAutoCompactEnabled
      ? l10n.t('Off: a full context ends the turn with an error.')
      : at === undefined
        ? l10n.t('On')
        : l10n.t('On, at {0} tokens ({1}%)', shortCount(at), percentOf(at, window));
    rows.push({ id: 'autoCompact', title: l10n.t('Automatic compaction'), detail });
  }
  return { id: 'summary', title: l10n.t('Context used'), rows };
}

function serverRows(report: ContextReport, canToggle: boolean): SectionRow[] {
  const tools = (report.mcpTools ?? []).flatMap(({ name, serverName, tokens = 0, isLoaded }) =>
    name === undefined
      ? []
      : [{ name, server: serverName ?? splitToolName(name)?.server ?? name, tokens, isLoaded }],
  );
  const servers = [...new Set(tools.map(({ server }) => server))];
  return servers.map(server => {
    const own = tools.filter(tool => tool.server === server);
    const tokens = own.reduce((sum, tool) => sum + tool.tokens, 0);
    const isDeferred = own.every(({ isLoaded }) => isLoaded === false);
    const action = { id: 'serverOff', label: l10n.t('Turn Off in This Folder') };
    return {
      id: `server/${server}`,
      title: server,
      detail: isDeferred
        ? l10n.t('{0} once they are needed', tokenText(tokens))
        : tokenText(tokens),
      ...(canToggle && server !== editorServer ? { actions: [action] } : {}),
      rows: own.map(tool => ({
        id: `tool/${tool.name}`,
        title: splitToolName(tool.name)?.tool ?? tool.name,
        detail: tokenText(tool.tokens),
      })),
    };
  });
}

function kindText(kind: string | undefined): string {
  switch (kind) {
    case 'deferred':
      return l10n.t('loaded once it is needed');
    case 'buffer':
      return l10n.t('kept free for compaction');
    default:
      return '';
  }
}

function tokenText(tokens: number): string {
  return plural(tokens, {
    one: l10n.t('1 token'),
    other: l10n.t('{0} tokens', shortCount(tokens)),
  });
}

/** Names a source in the words of the other sections. */
function sourceText(source: string): string {
  const scope = scopeOf(source);
  return scope === 'user' || scope === 'project' ? scopeTitle(scope) : source;
}

function share(tokens: number, window: number): string {
  return l10n.t('{0} tokens, {1}%', shortCount(tokens), percentOf(tokens, window));
}

function percentOf(part: number, whole: number): string {
  const percent = whole > 0 ? (part / whole) * 100 : 0;
  return percent > 0 && percent < 0.1 ? '< 0.1' : `${Math.round(percent * 10) / 10}`;
}

/** Returns a count such as "950", "12.3k" or "1M". */
export function shortCount(tokens: number): string {
  if (tokens < 1_000) {
    return `${tokens}`;
  }
  const [value, unit] = tokens < 999_950 ? [tokens / 1_000, 'k'] : [tokens / 1_000_000, 'M'];
  return `${Math.round(value * 10) / 10}${unit}`;
}
