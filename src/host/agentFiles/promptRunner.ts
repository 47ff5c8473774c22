import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { AgentFile } from '../../cli/agentFiles/agentFile';
import type { AgentPlaces } from '../../cli/agentFiles/agentFolders';
import { readPrompts } from '../../cli/agentFiles/promptCommands';
import {
  type PromptInput,
  promptInputs,
  promptText,
  typedInputs,
} from '../../cli/agentFiles/promptText';
import type { FolderAccess } from '../../cli/cliLauncher';
import type { Draft } from '../../contract/draft';
import type { Channel } from '../../core/conversation/channel';
import type { Patiently, PreparedMessage } from '../../core/conversation/messageContext';
import { promptEffects } from './promptEffects';

/** Message that a prompt file has become. */
export type RunPrompt = Pick<PreparedMessage, 'text' | 'borrowed' | 'notices'>;

type Prompted = Pick<Channel, 'cwd' | 'record' | 'conversation'> & {
  readonly agent: Pick<Channel['agent'], 'isLive'>;
};

interface PromptRunnerDeps {
  /** Returns where prompts lie, also those of a folder that may bring none. */
  all(cwd: string): AgentPlaces | undefined;
  /** @throws UserError `folder.unanswered` */
  places(where: FolderAccess): Promise<AgentPlaces | undefined>;
  /** Returns values of `${file}` and the like; what must not be shared is absent. */
  variables(channel: Prompted): Promise<Readonly<Record<string, string>>>;
  /** Asks the user about the programs of a folder. */
  askAboutFolder(where: FolderAccess): Promise<void>;
  /** Asks the user for a value; undefined if the user gave up. */
  ask(prompt: string, input: PromptInput): Promise<string | undefined>;
}

/** Puts the text of a prompt file in place of the message that names it. */
export class PromptRunner {
  constructor(private readonly deps: PromptRunnerDeps) {}

  /**
   * @returns undefined for a message that runs no prompt file
   * @throws UserError `folder.unanswered`, `prompt.unanswered`
   */
  async expand(
    channel: Prompted,
    { text }: Pick<Draft, 'text'>,
    patiently: Patiently,
  ): Promise<RunPrompt | undefined> {
    const [, name, typed = ''] = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/.exec(text) ?? [];
    if (name === undefined || isCommand(channel, name)) {
      return undefined;
    }
    // A word that no prompt has is no reason to ask about the folder.
    const isKnown = await findPrompt(this.deps.all(channel.cwd), name);
    const file = isKnown && (await findPrompt(await this.placesOf(channel, name, patiently), name));
    if (!file) {
      return undefined;
    }
    const inputs = promptInputs(file.body);
    const given = typedInputs(typed.trim(), inputs);
    const values = { ...given.inputs };
    for (const input of inputs.filter(({ name: key }) => !Object.hasOwn(values, key))) {
      const value = await patiently(() => this.deps.ask(name, input));
      if (value === undefined) {
        throw new UserError(
          'prompt.unanswered',
          l10n.t('The prompt “{0}” needs a value for “{1}”.', name, input.name),
        );
      }
      values[input.name] = value;
    }
    const variables = await this.deps.variables(channel);
    const body = promptText(file.body, { args: given.rest, inputs: values, variables });
    const { prefix, borrowed, notices } = promptEffects(file, channel);
    return { text: `${prefix}${body}`, borrowed, notices };
  }

  /**
   * Asks about the folder here, unless the page does so: its gate covers only conversations with
   * Claude Code that are not running.
   */
  private async placesOf(
    { record, conversation, agent }: Prompted,
    name: string,
    patiently: Patiently,
  ): Promise<AgentPlaces | undefined> {
    const places = () => this.deps.places(record);
    if (!conversation.summary.choices.foreign && !agent.isLive) {
      return places();
    }
    try {
      return await places().catch(async (error: unknown) => {
        if (!isUnanswered(error)) {
          throw error;
        }
        await patiently(() => this.deps.askAboutFolder(record));
        return places();
      });
    } catch (error) {
      const message = l10n.t(
        'The prompt “{0}” comes with the folder, whose files you have not allowed.',
        name,
      );
      throw isUnanswered(error) ? new UserError('folder.unanswered', message) : error;
    }
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof UserError && error.code === 'folder.unanswered';
}

async function findPrompt(
  places: AgentPlaces | undefined,
  name: string,
): Promise<AgentFile | undefined> {
  const prompts = places ? await readPrompts(places) : [];
  return prompts.find(({ file }) => file.name === name)?.file;
}

/** A command of the agent goes before a prompt file of its name. */
function isCommand({ conversation }: Prompted, name: string): boolean {
  return conversation.summary.choices.commands.some(
    command =>
      command.source !== 'prompt' && (command.name === name || command.aliases?.includes(name)),
  );
}
