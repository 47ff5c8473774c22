import * as l10n from '@vscode/l10n';
import { messageOf } from '../../../base/errors';
import { asString } from '../../../base/json';
import {
  type DefinitionFile,
  definitionFiles,
  definitionPlaces,
} from '../../../cli/definitions/definitionFiles';
import { fieldText } from '../../../cli/definitions/frontMatter';
import type { SectionPlace } from '../model/sectionSource';

/** An agent in a file. */
export interface FileAgent {
  readonly file: DefinitionFile;
  /** Name in the head, else that of the file. */
  readonly name: string;
  readonly description: string | undefined;
  readonly model: string | undefined;
  /** Absent: all tools. */
  readonly tools: readonly string[] | undefined;
  /** Why Claude Code ignores the file, and what to do. */
  readonly trouble: string | undefined;
  /** File of the same name that takes precedence. */
  readonly overriddenBy: DefinitionFile | undefined;
}

/** An agent that comes with Claude Code or from a plugin. */
export interface OtherAgent {
  readonly name: string;
  readonly description: string;
  readonly model: string | undefined;
}

export interface AgentState {
  readonly own: readonly FileAgent[];
  readonly others: readonly OtherAgent[];
  readonly note: string | undefined;
}

export async function readAgents(configFolder: string, place: SectionPlace): Promise<AgentState> {
  const places = await definitionPlaces('agents', configFolder, place.cwd);
  const [files, reported] = await Promise.all([
    definitionFiles('agents', places),
    askForAgents(place),
  ]);
  const first = new Map<string, DefinitionFile>();
  const own = files.map(file => {
    const agent = agentOf(file);
    const winner = agent.trouble === undefined ? first.get(agent.name) : undefined;
    if (agent.trouble === undefined && !winner) {
      first.set(agent.name, file);
    }
    return { ...agent, overriddenBy: winner };
  });
  const others = reported.agents.filter(({ name }) => !first.has(name));
  return { own, others, note: reported.note };
}

function agentOf(file: DefinitionFile): Omit<FileAgent, 'overriddenBy'> {
  const { fields, relative, failure } = file;
  const name = fieldText(file, 'name');
  const description = fieldText(file, 'description');
  const trouble =
    failure ??
    (name === undefined
      ? l10n.t('Claude Code ignores this file: its head has no “name”. Add one.')
      : description === undefined
        ? l10n.t('Claude Code ignores this file: its head has no “description”. Add one.')
        : undefined);
  return {
    file,
    name: name ?? relative.replace(/\.md$/, ''),
    description,
    model: fieldText(file, 'model'),
    tools: toolsOf(fields.tools),
    trouble,
  };
}

/** Claude Code takes a list of YAML, or names with commas. */
function toolsOf(value: unknown): readonly string[] | undefined {
  const names: readonly unknown[] | undefined = Array.isArray(value)
    ? value
    : asString(value)?.split(',');
  const tools = names?.flatMap(name => (typeof name === 'string' ? name.trim() || [] : []));
  return tools?.includes('*') ? undefined : tools;
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
