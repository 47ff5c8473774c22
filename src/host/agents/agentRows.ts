import { isAbsolute } from 'node:path';
import * as l10n from '@vscode/l10n';
import { shortPath } from '../shortPath';
import type { OfferedAgent } from './agentCatalog';
import { agentIcon } from './agentIcon';
import { claudeCode } from './agentSetting';

/** Choice that a row of the list of agents stands for. */
export type AgentRow =
  /** No name: Claude Code. */
  | { readonly kind: 'agent'; readonly name?: string }
  /** Known agent that is not installed: choosing it offers to install it. */
  | { readonly kind: 'install'; readonly name: string }
  | { readonly kind: 'configure' };

export interface AgentRowTexts {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Codicon. */
  readonly icon: string;
  readonly row: AgentRow;
  /** True for the agent of new conversations in the folder. */
  readonly isDefault: boolean;
}

export interface ListedAgents {
  readonly agents: readonly OfferedAgent[];
  /** Claude Code as it was found: its version, or why it cannot run. */
  readonly claude: { readonly version: string } | { readonly problem: string };
  /** Agent of new conversations; undefined: Claude Code. */
  readonly chosen: string | undefined;
  /** Sentences about entries of the setting that were skipped. */
  readonly problems: readonly string[];
}

/** Describes all agents: those that can be used first, then those that can be installed. */
export function agentRows({ agents, claude, chosen, problems }: ListedAgents): AgentRowTexts[] {
  const claudeRow: AgentRowTexts = {
    label: claudeCode,
    icon: 'sparkle',
    ...('version' in claude ? described(claude.version) : { detail: claude.problem }),
    row: { kind: 'agent' },
    isDefault: chosen === undefined,
  };
  const rows = agents.map(agent => rowOf(agent, agent.name === chosen));
  const [detail] = problems;
  return [
    claudeRow,
    ...rows.filter(({ row }) => row.kind === 'agent'),
    ...rows.filter(({ row }) => row.kind === 'install'),
    {
      label: l10n.t('Configure…'),
      icon: 'settings-gear',
      ...(detail === undefined
        ? {}
        : { description: l10n.t('Skipped in tandem.agents'), detail: problems.join(' ') }),
      row: { kind: 'configure' },
      isDefault: false,
    },
  ];
}

function rowOf({ name, preset, found, program }: OfferedAgent, isDefault: boolean): AgentRowTexts {
  if (found) {
    return {
      label: name,
      icon: agentIcon(name),
      ...described(found.version),
      detail: l10n.t('Found at {0}', shortPath(found.path)),
      row: { kind: 'agent', name },
      isDefault,
    };
  }
  return preset
    ? {
        label: l10n.t('Install {0}…', name),
        icon: 'cloud-download',
        description: l10n.t('Not installed'),
        detail: l10n.t('npm package {0}', preset.package),
        row: { kind: 'install', name },
        isDefault,
      }
    : {
        label: name,
        icon: 'warning',
        description: l10n.t('Not found'),
        detail: isAbsolute(program)
          ? l10n.t('There is no program {0}.', shortPath(program))
          : l10n.t('No program {0} is on PATH.', program),
        row: { kind: 'agent', name },
        isDefault,
      };
}

function described(version: string | undefined): { description?: string } {
  return version === undefined ? {} : { description: version };
}
