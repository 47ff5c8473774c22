import * as l10n from '@vscode/l10n';
import { failure, type McpTool } from '../../../terminalServer/mcp/tool';
import type { ToolGuard } from '../../agentTools/tool/editorTools';

/** Shows a message with actions; resolves with the chosen one. */
type Ask = (message: string, ...actions: string[]) => Promise<string | undefined>;

/**
 * Asks the user before a tool runs that needs permission. Claude Code asks for its own tools; other
 * agents may call a server's tools unasked.
 * @param agent name that the user knows
 */
export function askFirst(agent: string, ask: Ask): ToolGuard {
  const allowed = new Set<string>();
  return ({ tool }, isAllowed) => (isAllowed ? tool : guarded(tool, { agent, ask, allowed }));
}

interface Asking {
  readonly agent: string;
  readonly ask: Ask;
  /** Tools that the user has allowed for the whole conversation. */
  readonly allowed: Set<string>;
}

function guarded(tool: McpTool, { agent, ask, allowed }: Asking): McpTool {
  return {
    ...tool,
    run: async (input, call) => {
      if (!allowed.has(tool.name)) {
        const once = l10n.t('Allow Once');
        const always = l10n.t('Allow in This Conversation');
        const question = l10n.t(
          '{0} wants to use the editor: {1}. {2}',
          agent,
          tool.title ?? tool.name,
          detailOf(input),
        );
        const answer = await Promise.race([
          ask(question.trim(), once, always, l10n.t('Deny')),
          cancelled(call.signal),
        ]);
        if (answer === always) {
          allowed.add(tool.name);
        }
        if ((answer !== once && answer !== always) || call.signal.aborted) {
          return failure(
            `The user has not allowed ${tool.name}. Do not do the same in another way.`,
          );
        }
      }
      return tool.run(input, call);
    },
  };
}

/** Longest input that is shown, in UTF-16 units. */
const longest = 300;

function detailOf(input: object): string {
  const text = JSON.stringify(input);
  return text === '{}' ? '' : text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function cancelled(signal: AbortSignal): Promise<undefined> {
  return new Promise(resolve => {
    if (signal.aborted) {
      resolve(undefined);
    }
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
