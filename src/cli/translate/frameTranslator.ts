import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../base/json';
import type { Todo } from '../../contract/content';
import type { ConversationEvent } from '../../contract/events';
import type { SessionId } from '../../contract/ids';
import type { ToolCall } from '../../contract/tools';
import type { HookRun } from '../../protocol/agentReports';
import type { Frame } from '../../protocol/frames';
import type { StreamEventFrame } from '../../protocol/streamEvents';
import { CallTasks } from './calls/callTasks';
import { Schedule } from './calls/schedule';
import { newestTraits, type TaskTraits } from './calls/taskTraits';
import { RateLimits } from './frames/rateLimits';
import { translateAssistant } from './frames/translateAssistant';
import { translateResult } from './frames/translateResult';
import { translateStreamEvent } from './frames/translateStreamEvent';
import { translateSystem } from './frames/translateSystem';
import { translateUser } from './frames/translateUser';
import { TodoList } from './state/todoList';
import { TranslatorState } from './state/translatorState';
import { UsageMeter } from './state/usageMeter';

export interface TranslatorOptions {
  readonly cwd: string;
  /** Cost of the conversation's earlier processes in US dollars. */
  readonly costBase?: number;
  /** Part of it that the CLI has stored with the session, and counts on from. */
  readonly costStored?: number;
  /** Returns the to-dos that earlier processes have left. */
  readonly todosBefore?: () => readonly Todo[];
  /** Task features of the CLI version; absent: those of the newest. */
  readonly traits?: TaskTraits;
}

/**
 * Translates the frames of one CLI process to conversation events, and hides all differences
 * between CLI versions. Stateful: each process needs its own translator and passes frames in wire
 * order.
 */
export class FrameTranslator {
  private readonly state: TranslatorState;
  private readonly limits = new RateLimits();
  private readonly callTasks: CallTasks | undefined;
  private readonly schedule = new Schedule();

  constructor(options: TranslatorOptions) {
    const { cwd, costBase = 0, costStored, todosBefore, traits = newestTraits } = options;
    const usage = new UsageMeter(costBase, costStored);
    this.state = new TranslatorState(cwd, usage, new TodoList(todosBefore), traits);
    this.callTasks = traits.hasFrames ? undefined : new CallTasks(traits);
  }

  get sessionId(): SessionId | undefined {
    return this.state.session.id;
  }

  /** Cost of this and earlier processes in US dollars: the next process's `costBase`. */
  get costUsd(): number {
    return this.state.usage.costUsd;
  }

  /** Number of jobs and wakeups that the agent has scheduled in this process. */
  scheduledAt(now: number): number {
    return this.schedule.countAt(now);
  }

  setCwd(cwd: string): void {
    this.state.session.cwd = cwd;
  }

  /** Sets the version that has written the stored frames that follow. */
  setVersion(version: string | undefined): void {
    this.state.session.version = version;
  }

  /** Records a message sent to the CLI: a turn that begins now is the user's. */
  promptSent(): void {
    this.state.turn.promptSent();
  }

  /**
   * Handles a permission request from the CLI: the call waits.
   * @param agent id of the subagent that asks, which is its task's
   */
  permissionAsked(
    id: string,
    tool: string,
    input: JsonObject,
    now: number,
    agent?: string,
  ): ConversationEvent[] {
    const { tools, tasks } = this.state;
    return tools.asked({ id, tool, input, agent, parent: tasks.callAbove(agent) }, now);
  }

  /** @param input the call's input as changed by the user; absent if unchanged */
  permissionGiven(toolId: string, input: JsonObject | undefined, now: number): ConversationEvent[] {
    return this.state.tools.allowed(toolId, input, now);
  }

  permissionDenied(toolId: string, now: number): ConversationEvent[] {
    return this.state.tools.denied(toolId, now);
  }

  /** Handles a PostToolUse hook's `tool_response`, which subagents' results and 2.0.36 leave out. */
  toolResponded(toolId: string, response: unknown, now: number): ConversationEvent[] {
    return this.state.tools.responded(toolId, response, now);
  }

  /** Handles a PostToolUseFailure hook. */
  toolFailed(toolId: string, error: string, now: number): ConversationEvent[] {
    return this.state.tools.failed(toolId, error, now);
  }

  /** Handles the answer that a task has been stopped, which no frame need follow (2.1.50). */
  taskStopped(taskId: string, now: number): ConversationEvent[] {
    return this.state.tasks.stopped(taskId, now);
  }

  /** Newest runs of hooks, the newest first. */
  get hookRuns(): readonly HookRun[] {
    return this.state.hooks.runs;
  }

  callOf(toolId: string): ToolCall | undefined {
    return this.state.tools.callOf(toolId);
  }

  /** Ends everything that ran in the background of a process that is gone. */
  processEnded(now: number): ConversationEvent[] {
    const { compaction, tools, tasks } = this.state;
    const calls = this.withTasks([...compaction.flush(now), ...tools.endAll(now)]);
    return [...calls, ...tasks.endAll(now), ...(this.callTasks?.endAll(now) ?? [])];
  }

  /** Reports a line that should be a frame but cannot be read. */
  malformed(type: string, error: string, now: number): ConversationEvent[] {
    return [{ type: 'unknown', what: `${type}: ${error}`, at: now }];
  }

  /** Reports a kind of frame that only newer versions of the CLI send. */
  unknownFrame(type: string, now: number): ConversationEvent[] {
    return [{ type: 'unknown', what: l10n.t('frames of the type "{0}"', type), at: now }];
  }

  translate(frame: Frame, now: number): ConversationEvent[] {
    if (frame.type === 'stream_event') {
      return translateStreamEvent(frame, this.state, now);
    }
    const events = this.dispatch(frame, now);
    this.schedule.follow(events);
    return [...this.adoptSession(frame), ...this.withTasks(events)];
  }

  private withTasks(events: ConversationEvent[]): ConversationEvent[] {
    return this.callTasks ? [...events, ...this.callTasks.follow(events)] : events;
  }

  private dispatch(frame: Exclude<Frame, StreamEventFrame>, now: number): ConversationEvent[] {
    const { compaction, tools, turn } = this.state;
    switch (frame.type) {
      case 'assistant':
        return [...compaction.flush(now), ...translateAssistant(frame, this.state, now)];
      case 'user':
        return translateUser(frame, this.state, now);
      case 'result':
        return [
          ...compaction.flush(now),
          ...this.limits.explain(translateResult(frame, this.state, now), now),
        ];
      case 'system':
        return translateSystem(frame, this.state, now);
      case 'tool_progress': {
        const elapsedMs = (frame.elapsed_time_seconds ?? 0) * 1000;
        return tools.heartbeat(frame.tool_use_id, frame.parent_tool_use_id ?? undefined, elapsedMs);
      }
      case 'prompt_suggestion':
        return suggested(frame.suggestion);
      case 'rate_limit_event': {
        const warning = this.limits.warning(frame.rate_limit_info, now);
        return [
          ...this.limits.follow(frame.rate_limit_info),
          ...(warning === undefined ? [] : turn.notice({ kind: 'warning', text: warning }, now)),
        ];
      }
      case 'conversation_reset':
        return this.reset(frame.new_conversation_id);
      case 'command_lifecycle':
        turn.promptChanged(frame.command_uuid, frame.state);
        return [];
      default:
        return [];
    }
  }

  private adoptSession(frame: Exclude<Frame, StreamEventFrame>): ConversationEvent[] {
    // The reset frame names the session that it ends.
    return 'session_id' in frame && frame.type !== 'conversation_reset'
      ? this.state.session.adopt(frame.session_id)
      : [];
  }

  private reset(sessionId: string | undefined): ConversationEvent[] {
    this.state.forget();
    return [
      { type: 'conversation.cleared' },
      ...(sessionId === undefined ? [] : this.state.session.begin(sessionId)),
    ];
  }
}

/** Longest suggestion, in UTF-16 units: more does not fit the box that it dims. */
const longestSuggestion = 300;

function suggested(text = ''): ConversationEvent[] {
  const suggestion = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  const isUsable = suggestion !== '' && suggestion.length <= longestSuggestion;
  return isUsable ? [{ type: 'suggestion.changed', suggestion }] : [];
}
