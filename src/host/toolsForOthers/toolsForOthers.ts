import { sep } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { UserError } from '../../base/errors';
import { isObject, type JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import type { ChannelId } from '../../contract/ids';
import { isWithin } from '../../node/isWithin';
import type { AgentSession } from '../../terminalServer/clients/agentClients';
import { McpServer } from '../../terminalServer/mcp/mcpServer';
import type { McpTool, ToolCall, ToolResult } from '../../terminalServer/mcp/tool';
import type { ToolContext } from '../agentTools/tool/editorTool';
import { messageText } from '../nativeText/messageText';
import { markdownTooltip } from '../nativeText/nativeUi';
import { isTrusted } from '../trust';
import { confirmationOf, type RunConsent } from './acting/runConsent';
import { readWanted } from './acting/runPrompt';
import { sharedTable } from './sharedTable';
import { longestResult, type TokenBudget, withinBudget } from './tokenBudget';
import type { SharedContext, SharedFeatures, SharedTool } from './tool/sharedTool';

/** Name of the tool that asks VS Code to ask the user. */
const acting = 'tandem_runPrompt';
/** UTF-16 units of what a tool is about, in a progress message. */
const longestSubject = 80;

export interface ToolsForOthersParts {
  /** Version of the Tandem extension. */
  readonly version: string;
  /** Names of the tools in the user's language, as the manifest has them. */
  readonly titles: ReadonlyMap<string, string>;
  readonly readRules: ToolContext['readRules'];
  readonly features: SharedFeatures;
  readonly consent: Pick<RunConsent, 'ask'>;
  /** Folder of callers that name none. */
  cwd(): string | undefined;
  workspaceFolders(): readonly string[];
  /** Reads the setting `tandem.editorTools.offerToOthers`. */
  isOffered(): boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tandem's tools for VS Code's own chats, and for agents that connect to this window. */
export class ToolsForOthers {
  /** Tools of VS Code's chats, by their folder: language servers are waited for only once. */
  private readonly ofChats: Tools = new Map();

  constructor(private readonly parts: ToolsForOthersParts) {}

  /** Describes a call, and has VS Code ask the user before one that does more than read. */
  prepare(name: string, input: unknown): vscode.PreparedToolInvocation {
    const title = this.parts.titles.get(name) ?? name;
    const subject = subjectOf(input);
    const prepared = {
      invocationMessage: subject === '' ? title : vscode.l10n.t('{0}: {1}', title, subject),
    };
    const wanted = name === acting ? readWanted(input) : undefined;
    if (!wanted) {
      return prepared;
    }
    const { title: question, message } = confirmationOf(wanted);
    return {
      ...prepared,
      confirmationMessages: { title: question, message: markdownTooltip(message) },
    };
  }

  /** @throws Error whose message the model reads */
  async invoke(
    name: string,
    { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<unknown>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const ending = new AbortController();
    const cancelling = token.onCancellationRequested(() => ending.abort());
    try {
      if (token.isCancellationRequested) {
        throw new vscode.CancellationError();
      }
      const { content, isError } = await this.invoked(name, input, ending.signal);
      if (ending.signal.aborted) {
        throw new vscode.CancellationError();
      }
      const text = await withinBudget(textOf(content), budgetOf(tokenizationOptions, token));
      if (isError) {
        throw new Error(text);
      }
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    } finally {
      cancelling.dispose();
    }
  }

  /**
   * Connects an agent that runs outside of VS Code.
   * @param folder where it runs, as it says
   */
  connect(folder: string | undefined): AgentSession {
    let agent = '';
    const made: Tools = new Map();
    const { version, log, consent } = this.parts;
    const confirmRun: SharedContext['confirmRun'] = (wanted, signal) =>
      consent.ask(agent, wanted, signal);
    const tools = () => this.toolsIn(folder, made, { confirmRun });
    const relay = (tool: McpTool): McpTool => ({
      ...tool,
      run: async (input, call) => bounded(await this.run(await tools(), tool.name, input, call)),
    });
    // Names and forms of the tools do not depend on a folder.
    const listed = this.made({ cwd: sep, root: sep }, {}).map(({ tool }) => relay(tool));
    return new McpServer({
      ...{ name: 'tandem', title: 'Tandem', version, log },
      tools: () => listed,
      onInitialize: ({ name = '' }) => {
        agent = name;
      },
    });
  }

  private async invoked(name: string, input: unknown, signal: AbortSignal): Promise<ToolResult> {
    const tools = await this.toolsIn(undefined, this.ofChats, {});
    return this.run(tools, name, isObject(input) ? input : {}, { signal });
  }

  /** @throws UserError `tool.absent`, `tool.off`, `trust.required`, and those of the tool */
  private async run(
    tools: readonly Offered[],
    name: string,
    input: JsonObject,
    call: ToolCall,
  ): Promise<ToolResult> {
    const found = tools.find(({ tool }) => tool.name === name);
    if (!found) {
      throw new UserError('tool.absent', `There is no tool ${name}.`);
    }
    if (!this.parts.isOffered()) {
      throw new UserError(
        'tool.off',
        'The user has turned off the tools of Tandem (setting tandem.editorTools.offerToOthers).',
      );
    }
    if (!found.isSafe && !isTrusted()) {
      throw new UserError(
        'trust.required',
        `${name} needs a trusted workspace. The user can trust it with the command "Workspaces: Manage Workspace Trust".`,
      );
    }
    return found.tool.run(input, call);
  }

  /** Looks at the folders for each call: the window may no longer have the one of a caller. */
  private async toolsIn(
    wanted: string | undefined,
    known: Tools,
    asking: Pick<SharedContext, 'confirmRun'>,
  ): Promise<readonly Offered[]> {
    const place = await this.placeOf(wanted);
    const key = JSON.stringify(place);
    const tools = known.get(key) ?? this.made(place, asking);
    known.set(key, tools);
    return tools;
  }

  private made(
    { cwd, root }: Place,
    asking: Pick<SharedContext, 'confirmRun'>,
  ): readonly Offered[] {
    const { readRules, workspaceFolders, features, clock, log } = this.parts;
    const context: SharedContext = {
      ...{ cwd, runFolder: root, folders: [], channelId: 'others' as ChannelId },
      // A caller names its folder by itself: the rules of the window's folders hold anyway.
      readRules: (cwds, others) =>
        readRules([...new Set([...cwds, root, ...workspaceFolders()])], others),
      ...{ features, clock, log, ...asking },
    };
    return sharedTable.map(({ isSafe, make }) => ({ isSafe, tool: make(context) }));
  }

  /** @throws UserError `folder.none` */
  private async placeOf(wanted: string | undefined): Promise<Place> {
    const { workspaceFolders, cwd } = this.parts;
    const folders = workspaceFolders();
    const inside = await Promise.all(
      folders.map(folder => wanted !== undefined && isWithin(folder, wanted)),
    );
    const [root] = folders
      .filter((_, index) => inside[index])
      .toSorted((one, other) => other.length - one.length);
    if (wanted !== undefined && root !== undefined) {
      return { cwd: wanted, root };
    }
    const usual = cwd();
    if (usual === undefined) {
      throw new UserError(
        'folder.none',
        'No folder is open in this window of VS Code. Ask the user to open one.',
      );
    }
    return { cwd: usual, root: usual };
  }
}

/** Where a caller works. */
interface Place {
  /** Folder that its paths are relative to. */
  readonly cwd: string;
  /** Folder of the window that has it. */
  readonly root: string;
}

/** Tools by the place of their caller. */
type Tools = Map<string, readonly Offered[]>;

interface Offered extends Pick<SharedTool, 'isSafe'> {
  readonly tool: McpTool;
}

/** Returns what a call is about, from those members of its input that name it. */
function subjectOf(input: unknown): string {
  const { symbol, query, pattern, path, prompt } = isObject(input) ? input : {};
  const subject = [symbol, query, pattern, path, prompt].find(one => typeof one === 'string');
  return messageText(String(subject ?? ''), longestSubject);
}

function textOf(content: ToolResult['content']): string {
  return content.map(part => (part.type === 'text' ? part.text : '')).join('\n');
}

async function bounded(result: ToolResult): Promise<ToolResult> {
  const text = textOf(result.content);
  return text.length > longestResult
    ? { ...result, content: [{ type: 'text', text: await withinBudget(text) }] }
    : result;
}

function budgetOf(
  options: vscode.LanguageModelToolTokenizationOptions | undefined,
  token: vscode.CancellationToken,
): TokenBudget | undefined {
  return (
    options && {
      tokenBudget: options.tokenBudget,
      countTokens: text => options.countTokens(text, token),
    }
  );
}
