import * as l10n from '@vscode/l10n';
import { messageOf } from '../../../base/errors';
import {
  agentFolders,
  type ListedFile,
  listAgentFiles,
  promptFolders,
} from '../../../cli/agentFiles/agentFolders';
import { isUsable } from '../../../cli/agentFiles/launchAgents';
import type { DefinitionPorts } from '../definitions/definitionPorts';
import type { SectionPlace } from '../model/sectionSource';

/** An agent or a prompt in a file. */
export interface FileAgent extends ListedFile {
  /** File of the same name that takes precedence. */
  readonly overriddenBy: ListedFile | undefined;
}

/** An agent that comes with Claude Code or from a plugin. */
export interface OtherAgent {
  readonly name: string;
  readonly description: string;
  readonly model: string | undefined;
}

export interface AgentState {
  readonly own: readonly FileAgent[];
  readonly prompts: readonly FileAgent[];
  readonly others: readonly OtherAgent[];
  readonly note: string | undefined;
}

type FilePorts = Pick<DefinitionPorts, 'agentPlaces' | 'usesGithub'>;

export async function readAgents(ports: FilePorts, place: SectionPlace): Promise<AgentState> {
  const [files, reported] = await Promise.all([readFiles(ports, place.cwd), askForAgents(place)]);
  const own = new Set(files.agents.filter(isUsable).map(({ file }) => file.name));
  const others = reported.agents.filter(({ name }) => !own.has(name));
  return { own: files.agents, prompts: files.prompts, others, note: reported.note };
}

/** Reads the files alone, without asking a CLI. */
export async function readFiles(
  ports: FilePorts,
  cwd: string | undefined,
): Promise<{ readonly agents: readonly FileAgent[]; readonly prompts: readonly FileAgent[] }> {
  const folders = await foldersOf(ports, cwd);
  const isPrompt = ({ world }: { world: string }) => world === 'prompt';
  const [agents, prompts] = await Promise.all([
    listAgentFiles(folders.filter(folder => !isPrompt(folder))),
    listAgentFiles(folders.filter(isPrompt)),
  ]);
  return { agents: withWinners(agents), prompts: withWinners(prompts) };
}

/** Returns all folders that are read, those that win first. */
export async function foldersOf({ agentPlaces, usesGithub }: FilePorts, cwd: string | undefined) {
  const places = { ...agentPlaces(), cwd };
  const all = await Promise.all([agentFolders(places), promptFolders(places)]);
  return all.flat().filter(({ world }) => world === 'claudeAgent' || usesGithub());
}

function withWinners(files: readonly ListedFile[]): FileAgent[] {
  const first = new Map<string, ListedFile>();
  return files.map(one => {
    const overriddenBy = isUsable(one) ? first.get(one.file.name) : undefined;
    if (isUsable(one) && !overriddenBy) {
      first.set(one.file.name, one);
    }
    return { ...one, overriddenBy };
  });
}

async function askForAgents(place: SectionPlace): Promise<{
  readonly agents: readonly OtherAgent[];
  readonly note: string | undefined;
}> {
  if (!place.isTrusted) {
    const note = l10n.t(
      'The workspace is not trusted: no CLI is asked, and nothing can be changed. This is what the files say.',
    );
    return { agents: [], note };
  }
  try {
    const { agents = [] } = (await place.reports()).start;
    return {
      agents: agents.map(({ name, description = '', model }) => ({ name, description, model })),
      note: undefined,
    };
  } catch (error) {
    const note = l10n.t('{0} This is what the files say.', messageOf(error));
    return { agents: [], note };
  }
}
