import type { ElicitationAnswer, FieldProblems, FormEntries } from '../../contract/elicitation';
import type { PromptId } from '../../contract/ids';
import type { PromptAnswer } from '../../contract/prompts';
import type { Elicitations } from './elicitations';
import type { PermissionBroker } from './permissionBroker';

/** All that waits for the user: calls of the agent, and requests of MCP servers for input. */
export class OpenPrompts {
  constructor(
    private readonly calls: PermissionBroker,
    private readonly inputs: Elicitations,
  ) {}

  get ids(): ReadonlySet<PromptId> {
    const calls = this.calls.waiting.map(({ prompt }) => prompt.id);
    return new Set([...calls, ...this.inputs.waiting]);
  }

  /** @throws UserError as `PermissionBroker.answer` and `Elicitations.respond` do */
  answer(id: PromptId, answer: PromptAnswer, exitSettled: () => Promise<void>): Promise<void> {
    return isForServer(answer)
      ? this.inputs.respond(id, answer)
      : this.calls.answer(id, answer, exitSettled);
  }

  /** Returns what is wrong with the entries of a server's form. @throws UserError `prompt.gone` */
  checkForm(id: PromptId, entries: FormEntries): FieldProblems {
    return this.inputs.check(id, entries);
  }

  /** Refuses those of these prompts that still wait, because the user pressed Stop. */
  refuse(ids: ReadonlySet<PromptId>): void {
    this.calls.denyAll(ids);
    this.inputs.cancelAll(ids);
  }

  /** Closes the cards of opened pages: nobody waits for them any more. */
  forgetPages(): void {
    this.inputs.forgetPages();
  }

  /** Ends the requests of servers: the conversation was cleared, or its process is gone. */
  forgetInputs(): void {
    this.inputs.withdrawAll();
  }

  withdrawAll(): void {
    this.calls.withdrawAll();
    this.inputs.withdrawAll();
  }

  /** Marks the calls that the next process can take up. */
  interrupt(): void {
    this.calls.interrupt();
  }

  /** Closes what was shown, before the conversation is closed. */
  close(isLive: boolean): void {
    this.inputs.withdrawAll();
    if (isLive) {
      this.calls.withdrawAll();
    } else {
      // A card whose process is gone stays in the record, and the user may still answer it.
      this.calls.closeDiffs();
    }
  }
}

/** `satisfies` names every kind: a forgotten one does not compile. */
const forServer = {
  submitForm: true,
  openPage: true,
  declineInput: true,
  cancelInput: true,
  pageDone: true,
} satisfies Record<ElicitationAnswer['kind'], true>;

function isForServer(answer: PromptAnswer): answer is ElicitationAnswer {
  return Object.hasOwn(forServer, answer.kind);
}
