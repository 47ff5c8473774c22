import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { SectionGroup } from '../../../contract/sections';
import {
  fileId,
  makeFile,
  removeFile,
  scopeTitle,
  watchDefinitions,
} from '../definitions/definitionList';
import type { DefinitionPorts } from '../definitions/definitionPorts';
import { rowGone } from '../files/changeable';
import { requireTrusted } from '../model/requireTrusted';
import type {
  ActionOutcome,
  ActionRequest,
  SectionContent,
  SectionPlace,
  SectionSource,
} from '../model/sectionSource';
import { newAgent, newAgentForm } from './agentForms';
import { fileRow, otherRow } from './agentRows';
import { type AgentState, readAgents } from './agentState';

/** Agents that Claude can hand work to, or that answer in a conversation of their own. */
export function agentsSection(ports: DefinitionPorts): SectionSource {
  return {
    id: 'agents',
    title: l10n.t('Agents'),
    read: async place => content(await readAgents(ports.configFolder(), place), place),
    act: async (place, request) => act(place, request, ports),
    async locate(place, row) {
      const { own } = await readAgents(ports.configFolder(), { ...place, isTrusted: false });
      const found = own.find(({ file }) => fileId(file) === row);
      return found && { path: found.file.path };
    },
    watch: (place, onChange) => watchDefinitions(['agents'], ports.configFolder(), place, onChange),
  };
}

function content({ own, others, note }: AgentState, place: SectionPlace): SectionContent {
  const { isTrusted, cwd, channel } = place;
  const used = channel?.record.picks.agent;
  const options = { isTrusted, canStart: cwd !== undefined, used };
  const front: SectionGroup = {
    ...{ id: 'front', title: l10n.t('Conversation in front') },
    rows: [
      {
        ...{ id: 'front', title: used ?? '' },
        detail: l10n.t(
          'This agent answers instead of Claude Code itself, which keeps that for the whole conversation.',
        ),
      },
    ],
  };
  const ofScope = (scope: 'project' | 'user'): SectionGroup => ({
    ...{ id: scope, title: scopeTitle(scope), empty: l10n.t('No agents') },
    rows: own
      .filter(({ file }) => file.place.scope === scope)
      .map(agent => fileRow(agent, options)),
  });
  const rest: SectionGroup = {
    ...{ id: 'others', title: l10n.t('Built in and from plugins') },
    rows: others.map(agent => otherRow(agent, options)),
  };
  return {
    groups: [
      ...(used === undefined ? [] : [front]),
      ...(cwd === undefined ? [] : [ofScope('project')]),
      ofScope('user'),
      ...(others.length > 0 ? [rest] : []),
    ],
    ...(note === undefined ? {} : { notes: [{ text: note, tone: 'warning' }] }),
    ...(isTrusted
      ? {
          actions: [
            { id: 'new', label: l10n.t('New Agent…'), kind: 'primary', form: newAgentForm(cwd) },
          ],
        }
      : {}),
  };
}

async function act(
  place: SectionPlace,
  { action, row, entries, isPreview }: ActionRequest,
  ports: DefinitionPorts,
): Promise<ActionOutcome> {
  requireTrusted(place);
  const { cwd } = place;
  const configFolder = ports.configFolder();
  if (action === 'new') {
    const { file, problems } = await newAgent(entries, { cwd, configFolder });
    return problems ? { problems } : makeFile(file, isPreview, ports);
  }
  const { own, others } = await readAgents(configFolder, place);
  const found = own.find(({ file }) => fileId(file) === row);
  if (action === 'remove' && found) {
    return removeFile(found.file, 'agents', isPreview, ports);
  }
  const name = found?.name ?? others.find(other => `agent/${other.name}` === row)?.name;
  if (action !== 'use' || name === undefined) {
    throw rowGone();
  }
  if (cwd === undefined) {
    throw new UserError('folder.none', l10n.t('Open a folder first.'));
  }
  await ports.startWith(name, cwd);
  return { text: l10n.t('Started a conversation with {0}.', name) };
}
