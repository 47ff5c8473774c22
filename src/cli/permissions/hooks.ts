import { dirname, join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { messageOf } from '../../base/errors';
import { asString, type JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import type { ToolCallId } from '../../contract/ids';
import { mainFolderOf } from '../../node/git/repository';
import { raceTimeout } from '../../node/raceTimeout';
import type { AgentHost, PermissionAnswer, ToolUse } from '../../protocol/agentSource';
import type { ControlParams, HookCallback, HookInput } from '../../protocol/control';
import type { EventBatch } from '../../protocol/eventBatch';
import { editorEditRules } from '../patches/editorEdit';
import type { FrameTranslator } from '../translate/frameTranslator';
import { commandTools, editedPaths, fileTools, readPaths } from './editProposal';
import type { FolderTaking } from './folderTaking';
import { askingTools } from './permissionPrompt';

const ids = {
  before: 'tandem.before',
  after: 'tandem.after',
  ask: 'tandem.ask',
  change: 'tandem.change',
  enter: 'tandem.enter',
};

/** Sources of settings that a folder brings. */
const folderSources = ['project_settings', 'local_settings', 'skills'];

/** Seconds. A late hook makes the CLI refuse the call; `ownLimit` (in ms) ends ours long before. */
const limitOfEdits = 60;
const ownLimit = 20_000;
/** Seconds in a week: a question waits for the user. */
const limitOfQuestions = 7 * 24 * 60 * 60;

const deniedInPlan =
  'Nothing was written: the conversation is in plan mode. Put the change into the plan.';

const changingTools = [...fileTools, ...commandTools];

/**
 * Hooks registered with `initialize`. Versions ignore events that they do not know.
 * @see https://docs.anthropic.com/en/docs/claude-code/hooks
 */
export const hookRegistrations: NonNullable<ControlParams<'initialize'>['hooks']> = {
  PreToolUse: [
    {
      matcher: [...changingTools, 'Read'].join('|'),
      hookCallbackIds: [ids.before],
      timeout: limitOfEdits,
    },
    { matcher: askingTools.join('|'), hookCallbackIds: [ids.ask], timeout: limitOfQuestions },
    { matcher: 'EnterWorktree', hookCallbackIds: [ids.enter], timeout: limitOfEdits },
  ],
  PostToolUse: [
    { matcher: changingTools.join('|'), hookCallbackIds: [ids.after], timeout: limitOfEdits },
  ],
  PostToolUseFailure: [
    { matcher: changingTools.join('|'), hookCallbackIds: [ids.after], timeout: limitOfEdits },
  ],
  ConfigChange: [
    { matcher: folderSources.join('|'), hookCallbackIds: [ids.change], timeout: limitOfEdits },
  ],
};

/** Question or plan that the CLI would allow without `can_use_tool`. */
export interface UnaskedCall {
  readonly toolId: ToolCallId;
  readonly tool: string;
  readonly input: JsonObject;
  readonly mode: string | undefined;
  readonly agentId: string | null | undefined;
}

export interface HookOptions {
  readonly host: Pick<AgentHost, 'beforeTool' | 'afterTool'>;
  readonly cwd: string;
  /** Folder of the CLI's own plans: writing there changes none of the user's files. */
  readonly plansFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly translator: Pick<FrameTranslator, 'toolResponded' | 'toolFailed'>;
  readonly batch: EventBatch;
  /**
   * Returns why a call of one of the editor's tools that edit files cannot run. It comes before the
   * question to the user.
   */
  refusal?(tool: string, input: JsonObject): Promise<string | undefined>;
  readonly taking: FolderTaking;
  /** Resolves with the user's answer, or undefined if the CLI asks by `can_use_tool` anyway. */
  ask(call: UnaskedCall, signal: AbortSignal): Promise<PermissionAnswer | undefined>;
}

/** Answers each hook callback in time, with `{}` if there is nothing to report. */
export class HookResponder {
  constructor(private readonly options: HookOptions) {}

  async answer(request: HookCallback, signal: AbortSignal): Promise<JsonObject> {
    try {
      return await this.respond(request, signal);
    } catch (error) {
      // The transcript would show an error as a failed hook of the user's own.
      this.options.log.error('A hook failed', messageOf(error));
      return {};
    }
  }

  private respond(request: HookCallback, signal: AbortSignal): Promise<JsonObject> {
    switch (request.callback_id) {
      case ids.before:
        return this.before(request, signal);
      case ids.after:
        return this.after(request);
      case ids.ask:
        return this.ask(request, signal);
      case ids.change:
        return this.changed();
      case ids.enter:
        return this.entering(request);
      default:
        return Promise.resolve({});
    }
  }

  private async before(request: HookCallback, signal: AbortSignal): Promise<JsonObject> {
    const { host, clock, log } = this.options;
    const use = this.toolUse(request);
    const isEditorEdit = editorEditRules.includes(use.tool);
    if (isEditorEdit && request.input.permission_mode === 'plan') {
      return preToolUseAnswer({ kind: 'deny', message: deniedInPlan });
    }
    this.options.batch.flush();
    const done = host.beforeTool(use, signal).then(() => true);
    if (!(await raceTimeout(done, ownLimit, clock))) {
      log.warn(`What comes before ${use.tool} took too long: the tool runs without it`);
    }
    return isEditorEdit ? this.refused(use) : {};
  }

  /** Denies an edit that the editor's tool would refuse anyway, so that no card asks about it. */
  private async refused({ tool, input }: ToolUse): Promise<JsonObject> {
    const { refusal, clock } = this.options;
    const message = refusal && (await raceTimeout(refusal(tool, input), ownLimit, clock));
    return message ? preToolUseAnswer({ kind: 'deny', message }) : {};
  }

  private async after(request: HookCallback): Promise<JsonObject> {
    const { host, clock, translator, batch } = this.options;
    const { input } = request;
    const { hook_event_name: hookEventName, tool_response: response, duration_ms } = input;
    const use = this.toolUse(request);
    const now = clock.now();
    if (response !== undefined) {
      batch.add(translator.toolResponded(use.toolId, response, now));
    } else if (hookEventName === 'PostToolUseFailure') {
      batch.add(translator.toolFailed(use.toolId, String(input.error ?? ''), now));
    }
    batch.flush();
    const feedback = await raceTimeout(
      host.afterTool(
        use,
        hookEventName === 'PostToolUseFailure'
          ? { kind: 'failed', error: String(input.error ?? '') }
          : {
              kind: 'succeeded',
              response,
              ...(duration_ms === undefined ? {} : { durationMs: duration_ms }),
            },
      ),
      ownLimit,
      clock,
    );
    return feedback ? { hookSpecificOutput: { hookEventName, additionalContext: feedback } } : {};
  }

  /** Keeps out of the process what the user has not allowed; a new one asks about it. */
  private async changed(): Promise<JsonObject> {
    if (await this.options.taking.mayTakeUp()) {
      return {};
    }
    return { decision: 'block', reason: 'The user is asked about the folder first.' };
  }

  /** The CLI asks nobody about a work tree of another branch, which may bring other hooks. */
  private async entering(request: HookCallback): Promise<JsonObject> {
    const { input, cwd } = this.toolUse(request);
    const path = await enteredPath(input, cwd);
    // A work tree that is yet to be made has files of this repository.
    if (path === undefined || (await this.options.taking.mayEnter(path))) {
      return {};
    }
    const message = l10n.t(
      'Files in {0} make Claude Code run programs that you have not allowed. Start a conversation in that folder to review them.',
      path,
    );
    return preToolUseAnswer({ kind: 'deny', message });
  }

  private async ask(request: HookCallback, signal: AbortSignal): Promise<JsonObject> {
    const { tool, toolId, input } = this.toolUse(request);
    const { permission_mode: mode, agent_id: agentId } = request.input;
    const answer = await this.options.ask({ tool, toolId, input, mode, agentId }, signal);
    return answer ? preToolUseAnswer(answer) : {};
  }

  private isPlan(path: string): boolean {
    return dirname(path) === this.options.plansFolder;
  }

  private toolUse({ input, tool_use_id }: HookCallback): ToolUse {
    const cwd = input.cwd ?? this.options.cwd;
    const tool = input.tool_name ?? '';
    const toolInput = input.tool_input ?? {};
    return {
      toolId: toolIdOf(input, tool_use_id),
      tool,
      input: toolInput,
      cwd,
      edits: editedPaths(tool, toolInput, cwd).filter(path => !this.isPlan(path)),
      reads: readPaths(tool, toolInput, cwd),
      ...(commandTools.includes(tool)
        ? { command: { isBackground: toolInput.run_in_background === true } }
        : {}),
      // 2.0.36 does not distinguish a subagent's calls from others.
      isSubagent: Boolean(input.agent_id),
    };
  }
}

/** @param cwd folder of the agent's shell, from which the CLI resolves a path */
async function enteredPath(input: JsonObject, cwd: string): Promise<string | undefined> {
  const [path, name] = [asString(input.path), asString(input.name)];
  if (path !== undefined || name === undefined) {
    return path === undefined ? undefined : resolve(cwd, path);
  }
  // The CLI goes on in a work tree that has this name already, whatever is in it.
  const main = (await mainFolderOf(cwd)) ?? cwd;
  return join(main, '.claude', 'worktrees', name.replaceAll('/', '+'));
}

function toolIdOf(input: HookInput, envelope: string | null | undefined): ToolCallId {
  return (input.tool_use_id ?? envelope ?? '') as ToolCallId;
}

function preToolUseAnswer(answer: PermissionAnswer): JsonObject {
  const hookEventName = 'PreToolUse';
  return answer.kind === 'deny'
    ? {
        hookSpecificOutput: {
          hookEventName,
          permissionDecision: 'deny',
          permissionDecisionReason: answer.message,
        },
      }
    : {
        hookSpecificOutput: {
          hookEventName,
          permissionDecision: 'allow',
          permissionDecisionReason: 'Answered by the user.',
          updatedInput: answer.input,
        },
      };
}
