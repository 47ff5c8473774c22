import type { Clock } from '../../../base/clock';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { ProcessTools } from '../../../cli/control/mcpServers';
import type { ToolScope } from '../../../protocol/editorServer';
import { editorServer, ruleFor } from '../../../protocol/editorServer';
import { McpServer } from '../../../terminalServer/mcp/mcpServer';
import type { McpTool } from '../../../terminalServer/mcp/tool';
import type { EditorTool, ToolContext, ToolGroup } from './editorTool';

const instructions = `These are tools of the editor that the user works in; it has the project open and its language servers run.
- Prefer references, definition, implementations, hover, call_hierarchy, workspace_symbols and rename_preview to Grep for what a name in code means or where it is used: they find exactly that and cost less.
- document_symbols instead of reading a long file for its structure; problems instead of running a compiler or linter to see what is wrong.
- code_search instead of several guesses with Grep when you know what code does but not its name.
- find_text, find_files and read_file see what the user has typed and not saved; open_editors tells what they look at.
- A place is given as path with symbol, or with a piece of its line's text; lines are counted from 1.`;

export interface EditorToolsOptions {
  readonly table: readonly EditorTool[];
  readonly version: string;
  /** Reads the setting `tandem.editorTools.enabled`. */
  isEnabled(): boolean;
  /** Reads the setting `tandem.editorTools.allowReadOnly`. */
  allowsReadOnly(): boolean;
  /** Returns tools that are known only at run time; called for each request. */
  others?(): readonly EditorTool[];
  /**
   * Returns the user's choice for the conversation; if undefined, the tool itself decides.
   * @param isOptional see `EditorTool`
   */
  isPicked?(place: ToolScope, name: string, isOptional: boolean): boolean | undefined;
  readonly readRules: ToolContext['readRules'];
  readonly clock: Clock;
  readonly log: Log;
}

/** Tool as it is offered to one conversation. */
export interface OfferedTool {
  readonly tool: McpTool;
  readonly group: ToolGroup;
  /** See `EditorTool`. */
  readonly asksItself: boolean;
  /** See `EditorTool`. */
  readonly isOptional?: boolean;
  readonly isOn: boolean;
}

/** Returns the tool to offer. `isAllowed`: the tool needs no permission of the user. */
export type ToolGuard = (offered: OfferedTool, isAllowed: boolean) => McpTool;

/** Offers the editor's tools to the conversations of this window. */
export class EditorTools {
  constructor(private readonly options: EditorToolsOptions) {}

  /**
   * Creates the MCP server for one agent process.
   * @param guard replaces tools, for an agent that has no permission rules of Claude Code
   * @returns undefined if the user has turned the tools off
   */
  forProcess(place: ToolScope, guard?: ToolGuard): ProcessTools | undefined {
    const { version, log, isEnabled, allowsReadOnly } = this.options;
    if (!isEnabled()) {
      return undefined;
    }
    const offered = this.maker(place);
    const isAllowed = ({ group, asksItself }: OfferedTool) =>
      asksItself || (group === 'readOnly' && allowsReadOnly());
    const server = new McpServer({
      name: editorServer,
      title: 'The editor',
      version,
      instructions,
      tools: () =>
        offered().flatMap(one => (one.isOn ? [guard?.(one, isAllowed(one)) ?? one.tool] : [])),
      log,
    });
    return {
      handle: (message, signal) => server.handle(message, signal),
      // Includes tools that are switched off: they may be switched on while the process lives.
      allowed: offered()
        .filter(isAllowed)
        .map(({ tool }) => ruleFor(tool.name)),
      refusal: async (tool, input) => {
        const found = offered().find(one => one.isOn && one.tool.name === tool);
        try {
          await found?.tool.check?.(input);
          return undefined;
        } catch (error) {
          return messageOf(error);
        }
      },
      dispose: () => server.dispose(),
    };
  }

  /** Lists all tools for a conversation, including those that are switched off. */
  offered(place: ToolScope): readonly OfferedTool[] {
    return this.options.isEnabled() ? this.maker(place)() : [];
  }

  /** Returns a function that lists the tools, and makes each tool once. */
  private maker(place: ToolScope): () => readonly OfferedTool[] {
    const { table, others, isPicked, readRules, clock, log } = this.options;
    const context: ToolContext = { ...place, readRules, clock, log };
    const tools = new WeakMap<EditorTool, McpTool>();
    const offer = (entry: EditorTool): OfferedTool => {
      const tool = tools.get(entry) ?? withHint(entry.make(context), entry.group);
      tools.set(entry, tool);
      const { group, asksItself = false, isOptional = false } = entry;
      const isPickedOn = isPicked?.(place, tool.name, isOptional);
      return { tool, group, asksItself, isOptional, isOn: isPickedOn ?? !isOptional };
    };
    return () => [...table, ...(others?.() ?? [])].map(offer);
  }
}

/**
 * Adds the hint that a tool only reads: in plan mode, newer CLI versions otherwise ask even for
 * allowed tools.
 */
function withHint(tool: McpTool, group: ToolGroup): McpTool {
  return group === 'readOnly' ? { ...tool, hints: { readOnlyHint: true, ...tool.hints } } : tool;
}
