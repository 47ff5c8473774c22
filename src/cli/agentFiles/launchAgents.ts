import type { Finding, FindingCode } from './agentFile';
import type { ListedFile } from './agentFolders';

/** Agent as `initialize` takes it from version 2.1.120 on. */
export interface LaunchAgent {
  readonly description: string;
  readonly prompt: string;
  readonly tools?: readonly string[];
  readonly model?: string;
}

/** Errors of which the file as a whole dies. Others cost a value. */
const fatal: ReadonlySet<FindingCode> = new Set([
  ...(['head.missing', 'head.open', 'head.yaml'] as const),
  ...(['agent.noName', 'agent.noDescription'] as const),
]);

/** Whether nothing keeps a file from being run. */
export function isUsable(listed: ListedFile): boolean {
  return listed.failure === undefined && fatalFinding(listed) === undefined;
}

/** Returns why the file as a whole is ignored. */
export function fatalFinding({ file }: ListedFile): Finding | undefined {
  return file.findings.find(({ code, severity }) => severity === 'error' && fatal.has(code));
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
