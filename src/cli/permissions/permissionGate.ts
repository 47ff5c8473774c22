import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { deepEqual, type JsonObject } from '../../base/json';
import type { PermissionMode } from '../../contract/content';
import type { ToolCallId } from '../../contract/ids';
import type { AgentHost, PermissionAnswer } from '../../protocol/agentSource';
import type { CanUseTool } from '../../protocol/control';
import type { EventBatch } from '../../protocol/eventBatch';
import type { CliVersion } from '../launch/version';
import type { FrameTranslator } from '../translate/frameTranslator';
import type { FolderTaking } from './folderTaking';
import type { UnaskedCall } from './hooks';
import { forSession, savesRules, sharedRulesOf, toWireAnswer } from './permissionAnswer';
import { asksByItself, toPermissionRequest, type WaitingCall } from './permissionPrompt';

export interface PermissionGateOptions {
  readonly host: Pick<AgentHost, 'decide'>;
  readonly version: CliVersion;
  readonly cwd: string;
  readonly translator: FrameTranslator;
  readonly batch: EventBatch;
  readonly clock: Clock;
  /** Says whether the CLI may read its settings anew, as it does when it saves a rule. */
  readonly taking: Pick<FolderTaking, 'mayTakeUp'>;
  /** Notes rules that the CLI is about to save in shared settings of the folder. */
  readonly keepRules?: ((rules: readonly string[]) => Promise<void>) | undefined;
  setMode(mode: PermissionMode): Promise<void>;
}

type AskedCall = Omit<WaitingCall, 'call' | 'cwd' | 'version'> & { readonly toolId: ToolCallId };

/** Passes every call that waits for the user to the host, once. */
export class PermissionGate {
  /** Answers given in PreToolUse; some versions ask about the same call again afterwards. */
  private readonly answered = new Map<ToolCallId, PermissionAnswer>();

  constructor(private readonly options: PermissionGateOptions) {}

  /** Handles `can_use_tool`. */
  async canUseTool(request: CanUseTool, signal: AbortSignal): Promise<JsonObject> {
    // Calls without an id must not share one card.
    const toolId = (request.tool_use_id || `unnamed-${randomUUID()}`) as ToolCallId;
    const suggestions = request.permission_suggestions ?? [];
    const before = this.answered.get(toolId);
    if (before) {
      this.answered.delete(toolId);
      return this.wireAnswer(before, suggestions);
    }
    const asked: AskedCall = {
      toolId,
      tool: request.tool_name,
      input: request.input,
      agentId: request.agent_id,
      reason: request.decision_reason,
      blockedPath: request.blocked_path,
      suggestions,
    };
    return this.wireAnswer(await this.decide(asked, signal), suggestions);
  }

  /** Handles a question or plan in a mode in which the CLI would not ask. */
  async unasked(call: UnaskedCall, signal: AbortSignal): Promise<PermissionAnswer | undefined> {
    const { toolId, mode } = call;
    if (asksByItself(mode, this.options.version)) {
      return undefined;
    }
    const answer = await this.decide({ ...call, suggestions: [] }, signal);
    if (signal.aborted) {
      return undefined;
    }
    this.answered.set(toolId, answer);
    if (answer.kind === 'allow' && answer.mode) {
      // A hook's answer has no field for the mode.
      await this.options.setMode(answer.mode);
    }
    return answer;
  }

  /** Saves no rule while files of the folder wait for the user's answer: that would take them up. */
  private async wireAnswer(
    answer: PermissionAnswer,
    suggestions: readonly unknown[],
  ): Promise<JsonObject> {
    const { taking, keepRules, batch, clock } = this.options;
    if (!savesRules(answer, suggestions) || (await taking.mayTakeUp())) {
      const shared = sharedRulesOf(answer, suggestions);
      if (shared.length > 0) {
        await keepRules?.(shared);
      }
      return toWireAnswer(answer, suggestions);
    }
    const text = l10n.t(
      'This permission was not saved; it applies until Claude Code restarts. Files in the folder have changed, and saving would load them. You will be asked about them before the next message.',
    );
    batch.add([{ type: 'notice', at: clock.now(), notice: { kind: 'warning', text } }]);
    return toWireAnswer(forSession(answer), suggestions);
  }

  private async decide(asked: AskedCall, signal: AbortSignal): Promise<PermissionAnswer> {
    const { host, translator, batch, clock, version, cwd } = this.options;
    const { toolId, tool, input, agentId } = asked;
    const asking = agentId ?? undefined;
    batch.add(translator.permissionAsked(toolId, tool, input, clock.now(), asking));
    batch.flush();
    const call = translator.callOf(toolId);
    if (!call) {
      throw new Error(`The call ${toolId} of ${tool} is not known.`);
    }
    const answer = await host.decide(toPermissionRequest({ ...asked, call, cwd, version }), signal);
    if (!signal.aborted) {
      const changed =
        answer.kind === 'allow' && !deepEqual(answer.input, input) ? answer.input : undefined;
      batch.add(
        answer.kind === 'allow'
          ? translator.permissionGiven(toolId, changed, clock.now())
          : translator.permissionDenied(toolId, clock.now()),
      );
      batch.flush();
    }
    return answer;
  }
}
