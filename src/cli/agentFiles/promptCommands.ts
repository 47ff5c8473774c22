import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { AgentCommand } from '../../contract/commands';
import { FolderWatch } from '../../node/folderWatch';
import { type AgentPlaces, type ListedFile, listAgentFiles, promptFolders } from './agentFolders';
import { isUsable } from './launchAgents';
import { promptInputs } from './promptText';

/** Word that the list of commands and a message can hold. */
const word = /^[^\s/\p{C}]{1,100}$/u;

/** Returns the prompts that can be run, the first of each name. */
export async function readPrompts(
  places: Pick<AgentPlaces, 'cwd' | 'editorPrompts'>,
): Promise<readonly ListedFile[]> {
  const files = (await listAgentFiles(await promptFolders(places))).filter(isUsable);
  const names = files.map(({ file }) => file.name);
  return files.filter(({ file }, at) => word.test(file.name) && names.indexOf(file.name) === at);
}

function promptCommand({ file }: ListedFile): AgentCommand {
  const { name, description = '', argumentHint = inputHint(file.body) } = file;
  return { name, description, source: 'prompt', ...(argumentHint ? { argumentHint } : {}) };
}

/** Adds prompts to what the agent offers; a command of the agent goes before a prompt of its name. */
export function withPrompts(
  commands: readonly AgentCommand[],
  prompts: readonly AgentCommand[],
): readonly AgentCommand[] {
  const own = commands.filter(({ source }) => source !== 'prompt');
  const taken = new Set(own.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  return [...own, ...prompts.filter(({ name }) => !taken.has(name))];
}

/** The prompts of a folder as commands, read anew when their files change. */
export class PromptCommands implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private commands: readonly AgentCommand[] = [];
  private isDisposed = false;

  readonly onChanged = this.changed.event;

  private constructor(private readonly places: Pick<AgentPlaces, 'cwd' | 'editorPrompts'>) {}

  static async open(places: Pick<AgentPlaces, 'cwd' | 'editorPrompts'>): Promise<PromptCommands> {
    const prompts = new PromptCommands(places);
    await prompts.read();
    for (const { folder } of await promptFolders(places)) {
      prompts.store.add(new FolderWatch(folder, () => void prompts.readAnew()));
    }
    return prompts;
  }

  get all(): readonly AgentCommand[] {
    return this.commands;
  }

  dispose(): void {
    this.isDisposed = true;
    this.store.dispose();
  }

  private async readAnew(): Promise<void> {
    await this.read();
    if (!this.isDisposed) {
      this.changed.fire();
    }
  }

  private async read(): Promise<void> {
    this.commands = (await readPrompts(this.places)).map(promptCommand);
  }
}

function inputHint(body: string): string | undefined {
  const inputs = promptInputs(body).map(({ name }) => `[${name}]`);
  return inputs.length === 0 ? undefined : inputs.join(' ');
}
