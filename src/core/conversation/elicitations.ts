import * as l10n from '@vscode/l10n';
import type { AbortSignalLike } from '../../base/abort';
import { Deferred } from '../../base/deferred';
import { UserError } from '../../base/errors';
import type {
  ElicitationAnswer,
  ElicitationPrompt,
  FieldProblems,
  FormEntries,
  FormRequest,
  PageRequest,
} from '../../contract/elicitation';
import type { ConversationEvent } from '../../contract/events';
import type { PromptId } from '../../contract/ids';
import type { PromptOutcome } from '../../contract/prompts';
import type { ElicitationRequest, ElicitedInput } from '../../protocol/agentSource';
import { contentOf, problemsOf } from './formAnswer';

/** `answer` is settled once the page is open and nothing waits for it but the server. */
interface OpenElicitation extends ElicitationRequest {
  readonly answer: Deferred<ElicitedInput>;
}

const cancel = { action: 'cancel' } as const;
const accept = { action: 'accept' } as const;

/**
 * Holds the requests of MCP servers for input. They end with the agent's process, because the server
 * ends with it. The card of an opened page stays until the server is done with it.
 */
export class Elicitations {
  private readonly open = new Map<PromptId, OpenElicitation>();
  private readonly opening = new Set<PromptId>();

  constructor(
    private readonly emit: (events: readonly ConversationEvent[]) => void,
    private readonly now: () => number,
    /** Opens a web page. @returns false if the editor did not open it */
    private readonly openPage: (url: string) => Promise<boolean>,
  ) {}

  /** Requests that wait for the user. */
  get waiting(): readonly PromptId[] {
    return [...this.open].flatMap(([id, { answer }]) => (answer.settled ? [] : [id]));
  }

  /** Shows the request and resolves with the user's answer. */
  async ask(request: ElicitationRequest, signal: AbortSignalLike): Promise<ElicitedInput> {
    const answer = new Deferred<ElicitedInput>();
    const id = this.show({ ...this.repeated(request), answer });
    const withdraw = () => this.settle(id, cancel, 'withdrawn');
    signal.addEventListener('abort', withdraw);
    try {
      return await answer.promise;
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
  }

  /** Returns what is wrong with the entries of a form. @throws UserError `prompt.gone` */
  check(id: PromptId, entries: FormEntries): FieldProblems {
    return problemsOf(formOf(this.require(id).prompt), entries);
  }

  /**
   * @throws UserError `prompt.gone`, `prompt.badAnswer` if the prompt does not take this answer,
   *   `prompt.notOpened` if the page was not opened
   */
  async respond(id: PromptId, answer: ElicitationAnswer): Promise<void> {
    const { prompt } = this.require(id);
    switch (answer.kind) {
      case 'submitForm':
        return this.submit(prompt, answer.entries);
      case 'openPage':
        return this.visit(id);
      case 'pageDone':
        requireOpened(prompt);
        return this.settle(id, accept, 'opened');
      case 'declineInput':
        return this.settle(id, { action: 'decline' }, 'denied');
      case 'cancelInput':
        return this.settle(id, cancel, 'cancelled');
    }
  }

  /** Closes the card of a page that the server is done with. */
  pageFinished(server: string, pageId: string): void {
    for (const [id, { prompt, pageId: known }] of this.open) {
      if (prompt.server === server && known === pageId) {
        // Without the user's yes, the server gets none.
        this.settle(id, isOpened(prompt) ? accept : cancel, 'finished');
      }
    }
  }

  /** Answers those of these requests that still wait with "cancel". */
  cancelAll(ids: ReadonlySet<PromptId>): void {
    for (const id of this.waiting.filter(one => ids.has(one))) {
      this.settle(id, cancel, 'cancelled');
    }
  }

  /** Closes the cards of pages that only their servers wait for. */
  forgetPages(): void {
    for (const [id, { answer }] of this.open) {
      if (answer.settled) {
        this.settle(id, cancel, 'opened');
      }
    }
  }

  /** Closes all cards, and answers "cancel" where somebody still listens. */
  withdrawAll(): void {
    this.forgetPages();
    for (const id of this.waiting) {
      this.settle(id, cancel, 'withdrawn');
    }
  }

  /**
   * After a yes, the agent repeats a call that needs a page at once, and asks again if the server
   * still does. The card of the opened page then stands for the new request.
   */
  private repeated(request: ElicitationRequest): ElicitationRequest {
    const { prompt, pageId } = request;
    for (const { prompt: before, pageId: known, answer } of this.open.values()) {
      const isSame = before.server === prompt.server && known === pageId && pageId !== undefined;
      if (isSame && answer.settled) {
        return { ...request, prompt: atStage(before, 'held') };
      }
    }
    return request;
  }

  private show(elicitation: OpenElicitation): PromptId {
    const { prompt } = elicitation;
    this.open.set(prompt.id, elicitation);
    this.emit([{ type: 'prompt.opened', prompt, at: this.now() }]);
    return prompt.id;
  }

  private require(id: PromptId): OpenElicitation {
    const open = this.open.get(id);
    if (!open) {
      throw new UserError('prompt.gone', l10n.t('This has already been answered.'));
    }
    return open;
  }

  private submit(prompt: ElicitationPrompt, entries: FormEntries): void {
    const content = contentOf(formOf(prompt), entries);
    if (!content) {
      throw new UserError(
        'prompt.badAnswer',
        l10n.t('The form is not filled in as the server asks. Correct it, then submit again.'),
      );
    }
    this.settle(prompt.id, { ...accept, content }, 'answered');
  }

  private async visit(id: PromptId): Promise<void> {
    const { url } = pageOf(this.require(id).prompt);
    if (this.opening.has(id)) {
      return;
    }
    this.opening.add(id);
    try {
      if (!(await this.openPage(url))) {
        throw new UserError('prompt.notOpened', l10n.t('The page was not opened. Try again.'));
      }
    } finally {
      this.opening.delete(id);
    }
    // The server may have withdrawn its request while VS Code asked about the page.
    const open = this.open.get(id);
    if (open && !isOpened(open.prompt)) {
      this.show({ ...open, prompt: atStage(open.prompt, 'opened') });
      open.answer.resolve(accept);
    }
  }

  private settle(id: PromptId, answer: ElicitedInput, outcome: PromptOutcome): void {
    const open = this.open.get(id);
    if (open && this.open.delete(id)) {
      this.emit([{ type: 'prompt.closed', promptId: id, outcome }]);
      open.answer.resolve(answer);
    }
  }
}

function formOf({ request }: ElicitationPrompt): FormRequest {
  if (request.mode !== 'form') {
    throw badAnswer();
  }
  return request;
}

function pageOf({ request }: ElicitationPrompt): PageRequest {
  if (request.mode !== 'page' || !request.host) {
    throw badAnswer();
  }
  return request;
}

function isOpened({ request }: ElicitationPrompt): boolean {
  return request.mode === 'page' && request.stage !== undefined;
}

function requireOpened(prompt: ElicitationPrompt): void {
  if (!isOpened(prompt)) {
    throw badAnswer();
  }
}

function atStage(prompt: ElicitationPrompt, stage: PageRequest['stage']): ElicitationPrompt {
  const { request } = prompt;
  return request.mode === 'page' && stage ? { ...prompt, request: { ...request, stage } } : prompt;
}

function badAnswer(): UserError {
  return new UserError('prompt.badAnswer', l10n.t('This request takes another answer.'));
}
