import type { AbortSignalLike } from '../../base/abort';
import type { Prompt } from '../../contract/prompts';
import type {
  AgentHost,
  PermissionAnswer,
  PermissionRequest,
  ToolOutcome,
  ToolUse,
} from '../../protocol/agentSource';
import type { EditEvents } from './editEvents';
import { PathSpelling } from './pathSpelling';
import type { PermissionBroker } from './permissionBroker';
import type { RecordKeeper } from './recordKeeper';
import { withAnswer } from './sessionGrants';

/** Handles the agent's callbacks about its calls: permission, files before the call, outcome. */
export class ToolCalls implements Pick<AgentHost, 'decide' | 'beforeTool' | 'afterTool'> {
  private readonly spelling: PathSpelling;

  constructor(
    cwd: string,
    private readonly broker: PermissionBroker,
    private readonly edits: EditEvents,
    private readonly keeper: RecordKeeper,
  ) {
    this.spelling = new PathSpelling(cwd);
  }

  async decide(request: PermissionRequest, signal: AbortSignalLike): Promise<PermissionAnswer> {
    const { toolId } = request.prompt;
    this.edits.asked(toolId);
    const answer = await this.broker.decide(request, signal);
    this.rememberGrants(request.prompt, answer);
    if (answer.kind === 'allow') {
      await this.edits.permitted(toolId);
    }
    return answer;
  }

  async beforeTool(use: ToolUse): Promise<void> {
    await this.edits.before(await this.spelling.ofUse(use));
  }

  async afterTool(use: ToolUse, outcome: ToolOutcome): Promise<string | undefined> {
    return this.edits.after(await this.spelling.ofUse(use), outcome);
  }

  private rememberGrants(prompt: Prompt, answer: PermissionAnswer): void {
    const before = this.keeper.current.granted;
    const granted = withAnswer(before, prompt, answer);
    if (granted && granted !== before) {
      this.keeper.save({ granted });
    }
  }
}
