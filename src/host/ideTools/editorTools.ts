import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import { McpServer } from '../../ide/mcp/mcpServer';
import type { McpTool } from '../../ide/mcp/tool';
import type { EditorTool, ToolContext, ToolGroup, ToolPlace } from './editorTool';
import type { ToolEntry } from './toolTable';

/** The server of the editor's tools, as the agent's tool names have it: `mcp__tandem__references`. */
export const editorServer = 'tandem';

export interface EditorToolsOptions {
  readonly table: readonly ToolEntry[];
  readonly version: string;
  /** `tandem.editorTools.enabled`. */
  isEnabled(): boolean;
  /** `tandem.editorTools.allowReadOnly`. */
  allowsReadOnly(): boolean;
  /** Tools that the table does not know before the program runs. Asked for each request. */
  others?(): readonly EditorTool[];
  /** What the person has picked for the conversation; undefined is the table's word. */
  isPicked?(context: ToolContext, name: string): boolean | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** A tool as it is offered to one conversation. */
export interface OfferedTool {
  readonly tool: McpTool;
  readonly group: ToolGroup;
  /** See `EditorTool`. */
  readonly asksItself: boolean;
  readonly isOn: boolean;
}

/** What one agent process gets. */
export interface ProcessTools extends Disposable {
  handle(message: JsonObject, signal: AbortSignal): Promise<JsonObject | undefined>;
  /** Permission rules for what needs no permission: `mcp__tandem__references`. */
  readonly allowed: readonly string[];
}

/** The editor's tools for the conversations of this window. */
export class EditorTools {
  constructor(private readonly options: EditorToolsOptions) {}

  /** A server for one agent process; nothing when the person wants none. */
  forProcess(place: ToolPlace): ProcessTools | undefined {
    const { version, allowsReadOnly, log } = this.options;
    if (!this.options.isEnabled()) {
      return undefined;
    }
    const server = new McpServer({
      name: editorServer,
      title: 'The editor',
      version,
      tools: () =>
        this.offered(place)
          .filter(({ isOn }) => isOn)
          .map(({ tool }) => tool),
      log,
    });
    return {
      handle: (message, signal) => server.handle(message, signal),
      allowed: this.offered(place)
        .filter(({ group, asksItself }) => asksItself || (group === 'readOnly' && allowsReadOnly()))
        .map(({ tool }) => ruleOf(tool.name)),
      dispose: () => server.dispose(),
    };
  }

  /** All that there is for a conversation, also what is switched off. */
  offered(place: ToolPlace): readonly OfferedTool[] {
    const { table, others, isPicked, isEnabled, clock, log } = this.options;
    if (!isEnabled()) {
      return [];
    }
    const context: ToolContext = { ...place, clock, log };
    const entries = [...table, ...(others?.() ?? []).map(tool => ({ tool, isOn: true }))];
    return entries.map(({ tool: { make, group, asksItself = false }, isOn }) => {
      const tool = make(context);
      return { tool, group, asksItself, isOn: isPicked?.(context, tool.name) ?? isOn };
    });
  }
}

/** As the agent names a tool of this server. */
export function ruleOf(tool: string): string {
  return `mcp__${editorServer}__${tool}`;
}
