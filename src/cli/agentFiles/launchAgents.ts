import type { ListedFile } from './agentFolders';

/** Agent as `initialize` takes it from version 2.1.120 on. */
export interface LaunchAgent {
  readonly description: string;
  readonly prompt: string;
  readonly tools?: readonly string[];
  readonly model?: string;
}

/** Whether nothing keeps a file from being run. */
export function isUsable({ file, failure }: ListedFile): boolean {
  return failure === undefined && !file.findings.some(({ severity }) => severity === 'error');
}

/**
 * Returns the agents that the CLI does not read by itself. The first file of a name counts, and
 * one of Claude Code's own goes before all others.
 * @param chosen agent that answers in the conversation
 */
export function launchAgents(
  files: readonly ListedFile[],
  chosen?: string,
): Readonly<Record<string, LaunchAgent>> {
  const taken = new Set(
    files
      .filter(one => one.file.world === 'claudeAgent' && isUsable(one))
      .map(({ file }) => file.name),
  );
  const agents: [string, LaunchAgent][] = [];
  for (const one of files) {
    const { world, name, body, description = name, tools, model, isForAgents } = one.file;
    const isWanted = isForAgents || name === chosen;
    if (world === 'githubAgent' && isUsable(one) && !taken.has(name) && body !== '' && isWanted) {
      taken.add(name);
      const options = { ...(tools ? { tools } : {}), ...(model ? { model } : {}) };
      agents.push([name, { description, prompt: body, ...options }]);
    }
  }
  return Object.fromEntries(agents);
}
