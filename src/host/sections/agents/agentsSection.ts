import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { FileSource } from '../../../cli/agentFiles/agentFolders';
import type { ActionForm, SectionGroup } from '../../../contract/sections';
import {
  fileId,
  makeFile,
  removeFile,
  scopeTitle,
  watchFolders,
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
import { type AgentDraft, draftAgent } from './agentDraft';
import {
  commonModels,
  commonTools,
  draftForm,
  newAgent,
  newAgentForm,
  readWish,
} from './agentForms';
import { fileRow, otherRow, promptRow, type RowOptions } from './agentRows';
import { type AgentState, foldersOf, readAgents, readFiles } from './agentState';
import { placeIn } from './findingRows';
import { newPrompt, newPromptForm } from './promptForm';

/** Draft that waits to be checked, and the folder for which it was written. */
interface WaitingDraft {
  readonly cwd: string | undefined;
  readonly draft: AgentDraft;
}

/** Agents that Claude can hand work to, or that answer in a conversation of their own; prompts. */
export class AgentsSection implements SectionSource {
  readonly id = 'agents';
  readonly title = l10n.t('Agents');
  private waiting: WaitingDraft | undefined;

  constructor(private readonly ports: DefinitionPorts) {}

  async read(place: SectionPlace): Promise<SectionContent> {
    const state = await readAgents(this.ports, place);
    const promptForm = this.ports.usesGithub()
      ? newPromptForm(this.promptPlaces(place))
      : undefined;
    return content(state, place, this.draftFor(place), promptForm);
  }

  async act(place: SectionPlace, request: ActionRequest): Promise<ActionOutcome> {
    requireTrusted(place);
    const { action, entries, isPreview } = request;
    const where = { cwd: place.cwd, configFolder: this.ports.configFolder() };
    switch (action) {
      case 'draft':
        return this.draft(place, entries);
      case 'discard':
        return this.discard(place);
      case 'new':
      case 'create': {
        const { file, problems } = await newAgent(entries, where);
        const outcome = problems ? { problems } : await makeFile(file, isPreview, this.ports);
        if (action === 'create' && !isPreview && !outcome.problems) {
          this.waiting = undefined;
        }
        return outcome;
      }
      case 'newPrompt': {
        const { file, problems } = await newPrompt(entries, this.promptPlaces(place));
        return problems ? { problems } : makeFile(file, isPreview, this.ports);
      }
      default:
        return this.actOnFile(place, request);
    }
  }

  async locate({ cwd }: SectionPlace, row: string) {
    const { agents, prompts } = await readFiles(this.ports, cwd);
    return placeIn([...agents, ...prompts], row);
  }

  watch({ cwd }: SectionPlace, onChange: () => void) {
    return watchFolders(foldersOf(this.ports, cwd), onChange);
  }

  private promptPlaces({ cwd }: SectionPlace) {
    return { cwd, editorPrompts: this.ports.agentPlaces().editorPrompts };
  }

  private draftFor({ cwd }: SectionPlace): AgentDraft | undefined {
    return this.waiting?.cwd === cwd ? this.waiting?.draft : undefined;
  }

  private async draft(
    place: SectionPlace,
    entries: ActionRequest['entries'],
  ): Promise<ActionOutcome> {
    const { wish, problems } = readWish(entries);
    if (problems) {
      return { problems };
    }
    const offered = { tools: commonTools, models: commonModels };
    this.waiting = { cwd: place.cwd, draft: await draftAgent(place, wish, offered) };
    return { text: l10n.t('The draft is ready. Check it, then create the agent.') };
  }

  private discard(place: SectionPlace): ActionOutcome {
    const { waiting } = this;
    if (!this.draftFor(place)) {
      throw rowGone();
    }
    this.waiting = undefined;
    return {
      text: l10n.t('Discarded the draft.'),
      undo: async () => {
        this.waiting = waiting;
      },
    };
  }

  private async actOnFile(
    place: SectionPlace,
    { action, row, isPreview }: ActionRequest,
  ): Promise<ActionOutcome> {
    const { own, prompts, others } = await readAgents(this.ports, place);
    const found = [...own, ...prompts].find(one => fileId(one) === row);
    if (action === 'remove' && found && found.place.scope !== 'organization') {
      return removeFile(found, 'agents', isPreview, this.ports);
    }
    const isPrompt = found?.file.world === 'prompt';
    const name = found?.file.name ?? others.find(other => `agent/${other.name}` === row)?.name;
    if (action !== 'use' || name === undefined || isPrompt) {
      throw rowGone();
    }
    if (place.cwd === undefined) {
      throw new UserError('folder.none', l10n.t('Open a folder first.'));
    }
    await this.ports.startWith(name, place.cwd);
    return { text: l10n.t('Started a conversation with {0}.', name) };
  }
}

function content(
  { own, prompts, others, note }: AgentState,
  place: SectionPlace,
  draft: AgentDraft | undefined,
  promptForm: ActionForm | undefined,
): SectionContent {
  const { isTrusted, cwd, channel } = place;
  const used = channel?.record.picks.agent;
  const options: RowOptions = { isTrusted, canStart: cwd !== undefined, used };
  const agentsOf = (scope: FileSource): SectionGroup => ({
    ...{ id: scope, title: scopeTitle(scope), empty: l10n.t('No agents') },
    rows: own.filter(one => one.place.scope === scope).map(agent => fileRow(agent, options)),
  });
  const rest: SectionGroup = {
    ...{ id: 'others', title: l10n.t('Built in and from plugins') },
    rows: others.map(agent => otherRow(agent, options)),
  };
  return {
    groups: [
      ...(draft && isTrusted ? [draftGroup(draft, cwd)] : []),
      ...(used === undefined ? [] : [frontGroup(used)]),
      ...filled(agentsOf('organization')),
      ...(cwd === undefined ? [] : [agentsOf('project')]),
      agentsOf('user'),
      ...filled(rest),
      ...filled({
        ...{ id: 'prompts', title: l10n.t('Prompt files') },
        note: l10n.t('They run in the message box, by their names after “/”.'),
        rows: prompts.map(prompt => promptRow(prompt, options)),
      }),
    ],
    ...(note === undefined ? {} : { notes: [{ text: note, tone: 'warning' }] }),
    ...(isTrusted ? { actions: newActions(cwd, promptForm) } : {}),
  };
}

function newActions(
  cwd: string | undefined,
  promptForm: ActionForm | undefined,
): NonNullable<SectionContent['actions']> {
  return [
    { id: 'new', label: l10n.t('New Agent…'), kind: 'primary', form: newAgentForm(cwd) },
    ...(cwd === undefined
      ? []
      : [{ id: 'draft', label: l10n.t('New from Description…'), form: draftForm() }]),
    ...(promptForm
      ? [{ id: 'newPrompt', label: l10n.t('New Prompt File…'), form: promptForm }]
      : []),
  ];
}

function filled(group: SectionGroup): readonly SectionGroup[] {
  return group.rows.length === 0 ? [] : [group];
}

function frontGroup(used: string): SectionGroup {
  return {
    ...{ id: 'front', title: l10n.t('Active conversation') },
    rows: [
      {
        ...{ id: 'front', title: used },
        detail: l10n.t(
          'This agent answers instead of Claude Code itself, which keeps that for the whole conversation.',
        ),
      },
    ],
  };
}

function draftGroup(draft: AgentDraft, cwd: string | undefined): SectionGroup {
  const form = newAgentForm(cwd, draft);
  return {
    ...{ id: 'draft', title: l10n.t('Draft') },
    note: l10n.t('Nothing is saved yet.'),
    rows: [
      {
        ...{ id: 'draft', title: draft.name, detail: draft.description },
        more: draft.instructions,
        actions: [
          { id: 'create', label: l10n.t('Check and Create…'), kind: 'primary', form },
          { id: 'discard', label: l10n.t('Discard') },
        ],
      },
    ],
  };
}
