import * as l10n from '@vscode/l10n';
import type { AgentHost } from '../../protocol/agentSource';

/**
 * Serves an agent whose files are on another machine: what lies under their paths here is not what
 * it reads and changes, so that a diff or a review would be false.
 */
export function withoutFiles(
  host: AgentHost,
): Pick<AgentHost, 'decide' | 'beforeTool' | 'afterTool'> {
  return {
    decide: ({ edit: _, ...request }, signal) => {
      const { prompt } = request;
      const shown = prompt.kind === 'permission' ? { ...prompt, hasDiff: false } : prompt;
      return host.decide({ ...request, prompt: shown }, signal);
    },
    beforeTool: async () => undefined,
    afterTool: async () => undefined,
  };
}

/** Answer to the editor's tools that edit files: theirs are not the agent's. */
export const editsElsewhere =
  "Nothing was written: the editor's files are not those that you work on. Use your own tools to edit.";

/** Tells the user what a conversation with such an agent lacks. */
export function elsewhereNotice(): string {
  return l10n.t(
    'The command in tandem.cli.wrapper runs Claude Code where the files of this window are not. It reads and changes other files: Tandem shows no diffs and reviews no changes here, and keeps no history of this conversation. What the folder there brings (settings, hooks, servers) is left out, unless tandem.cli.settingSources names it.',
  );
}
