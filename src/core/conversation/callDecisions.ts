import type { AbortSignalLike } from '../../base/abort';
import type { CallPrompt } from '../../contract/prompts';
import type { AgentHost, PermissionAnswer, PermissionRequest } from '../../protocol/agentSource';
import type { EditEvents } from './editEvents';
import type { PermissionBroker } from './permissionBroker';
import type { RecordKeeper } from './recordKeeper';
import { withAnswer } from './sessionGrants';

/** Decides about calls that ask for permission, and remembers what the user granted for good. */
export class CallDecisions implements Pick<AgentHost, 'decide'> {
  constructor(
    private readonly broker: PermissionBroker,
    private readonly edits: EditEvents,
    private readonly keeper: RecordKeeper,
  ) {}

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

  private rememberGrants(prompt: CallPrompt, answer: PermissionAnswer): void {
    const before = this.keeper.current.granted;
    const granted = withAnswer(before, prompt, answer);
    if (granted && granted !== before) {
      this.keeper.save({ granted });
    }
  }
}
