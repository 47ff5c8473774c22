import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../../base/json';
import { Sequencer } from '../../../base/sequencer';
import { failure, type McpTool } from '../../../terminalServer/mcp/tool';
import type { ToolGuard } from '../../agentTools/tool/editorTools';
import type { AcceptedEdit } from '../../proposedEdits/askedEdits';

/** Shows a message with actions; resolves with the chosen one. */
type Ask = (message: string, ...actions: string[]) => Promise<string | undefined>;

/**
 * Asks the user before a tool runs that needs permission. Claude Code asks for its own tools; other
 * agents may call a server's tools unasked.
 * @param agent name that the user knows
 * @param propose asks about tools that edit files
 */
export function askFirst(agent: string, ask: Ask, propose: Propose): ToolGuard {
  const asking = { agent, ask, allowed: new Set<string>(), questions: new Sequencer() };
  return ({ tool, group }, isAllowed) => {
    if (group === 'edit') {
      return proposed(tool, propose);
    }
    return isAllowed ? tool : guarded(tool, asking);
  };
}

/** Shows the diff of an edit by a tool; resolves with what the user accepts, if anything. */
type Propose = (
  tool: string,
  input: JsonObject,
  signal: AbortSignal,
) => Promise<AcceptedEdit | undefined>;

/** The user sees each edit as a diff, so that none can be allowed for good. */
function proposed(tool: McpTool, propose: Propose): McpTool {
  return {
    ...tool,
    run: async (input, call) => {
      await tool.check?.(input);
      const accepted = await propose(tool.name, input, call.signal);
      if (!accepted || call.signal.aborted) {
        return refusedBy(tool.name);
      }
      const result = await tool.run(accepted.input, call);
      const { feedback } = accepted;
      return feedback === undefined || result.isError
        ? result
        : { ...result, content: [...result.content, { type: 'text', text: feedback }] };
    },
  };
}

function refusedBy(name: string) {
  return failure(`The user has not allowed ${name}. Do not do the same in another way.`);
}

interface Asking {
  readonly agent: string;
  readonly ask: Ask;
  /** Tools that the user has allowed for the whole conversation. */
  readonly allowed: Set<string>;
  /** Shows one question after another. */
  readonly questions: Sequencer;
}

function guarded(tool: McpTool, asking: Asking): McpTool {
  return {
    ...tool,
    run: async (input, call) => {
      const isAllowed = await asking.questions.queue(() =>
        permits(asking, tool, input, call.signal),
      );
      return isAllowed ? tool.run(input, call) : refusedBy(tool.name);
    },
  };
}

async function permits(
  { agent, ask, allowed }: Asking,
  { name, title = name }: McpTool,
  input: object,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted || allowed.has(name)) {
    return !signal.aborted;
  }
  const once = l10n.t('Allow Once');
  const always = l10n.t('Allow in This Conversation');
  const question = l10n.t('{0} wants to use the editor: {1}. {2}', agent, title, detailOf(input));
  const answer = await Promise.race([
    ask(question.trim(), once, always, l10n.t('Deny')),
    cancelled(signal),
  ]);
  if (answer === always) {
    allowed.add(name);
  }
  return (answer === once || answer === always) && !signal.aborted;
}

/** UTF-16 units of one text of the input, and of all of it. */
const longestText = 160;
const longest = 800;

/** Long texts lose their middle, so that nothing hides behind the beginning of another one. */
function detailOf(input: object): string {
  const text = JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'string' ? withoutMiddle(value, longestText) : value,
  );
  return text === '{}' ? '' : withoutMiddle(text, longest);
}

function withoutMiddle(text: string, most: number): string {
  const left = text.length - most;
  return left > 0
    ? `${text.slice(0, most / 2)}…(${left})…${text.slice(text.length - most / 2)}`
    : text;
}

function cancelled(signal: AbortSignal): Promise<undefined> {
  return new Promise(resolve => {
    if (signal.aborted) {
      resolve(undefined);
    }
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
