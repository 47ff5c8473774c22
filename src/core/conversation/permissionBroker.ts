import * as l10n from '@vscode/l10n';
import type { AbortSignalLike } from '../../base/abort';
import { Deferred } from '../../base/deferred';
import { UserError } from '../../base/errors';
import { deepEqual, type JsonObject } from '../../base/json';
import type { FileChange } from '../../contract/content';
import type { ConversationEvent } from '../../contract/events';
import type { ChannelId, PromptId, ToolCallId } from '../../contract/ids';
import type {
  CallAnswer,
  CallPrompt,
  PermissionPrompt,
  PromptOutcome,
} from '../../contract/prompts';
import type { EditProposal, PermissionAnswer, PermissionRequest } from '../../protocol/agentSource';
import { allowsCall, inOwnWords, offeredAt } from './offeredAnswer';
import { carriedOver } from './repeatedPrompt';

/** Prompt as stored on disk, to be asked again after a reload. */
export interface StoredPrompt {
  readonly prompt: CallPrompt;
  readonly tool: string;
  readonly input: JsonObject;
}

interface Allowance extends StoredPrompt {
  readonly decision: PermissionAnswer;
}

interface OpenPrompt extends StoredPrompt {
  /** Absent once the process is gone; the answer then goes to `onInterruptedAnswer`. */
  readonly answer?: Deferred<PermissionAnswer>;
}

/** Shows edits that wait for permission in diff editors and keeps the user's changes to them. */
export interface ProposalPresenter {
  /** Shows the proposal as `tandem.diff.open` says. Never rejects: a preview blocks no answer. */
  open(channel: ChannelId, prompt: PromptId, request: PermissionRequest, edit: EditProposal): void;
  /**
   * Returns the lines that the proposal would change; undefined if it does not fit the file, is for
   * a new one or too large. Never rejects, and is bounded in time: the request waits for it.
   */
  change(edit: EditProposal): Promise<FileChange | undefined>;
  /** Brings the diff to the front, regardless of the setting. */
  reveal(prompt: PromptId): Promise<void>;
  /** Returns the input for the diff's right side; undefined if the user changed nothing. */
  editedInput(prompt: PromptId): Promise<EditedInput | undefined>;
  close(prompt: PromptId): Promise<void>;
}

export interface EditedInput {
  readonly input: JsonObject;
  /** Text for the agent about the user's changes, sent once the call has run. */
  readonly feedback: string;
}

/**
 * Holds all open prompts across turns: subagents ask concurrently and even after the result. The
 * first answer wins. Answers only one call by itself: one allowed after its process was gone.
 */
export class PermissionBroker {
  private readonly open = new Map<PromptId, OpenPrompt>();
  private readonly answering = new Set<PromptId>();
  /** Prompts whose whole request was in view on a page. */
  private readonly seen = new Set<PromptId>();
  private readonly shown = new Set<PromptId>();
  private allowance: Allowance | undefined;
  /** Notes for the agent about the user's edits to proposals. */
  private readonly feedback = new Map<ToolCallId, string>();

  constructor(
    private readonly channelId: ChannelId,
    private readonly proposals: ProposalPresenter,
    private readonly emit: (events: readonly ConversationEvent[]) => void,
    private readonly now: () => number,
    /** Writes open prompts to disk. Bounded in time, does not reject. */
    private readonly savePrompts: () => Promise<void>,
    /** Called when the user answers a prompt whose process is gone. */
    private readonly onInterruptedAnswer: (
      stored: StoredPrompt,
      decision: PermissionAnswer,
    ) => void,
  ) {}

  get waiting(): readonly StoredPrompt[] {
    return [...this.open.values()].map(({ prompt, tool, input }) => ({ prompt, tool, input }));
  }

  has(id: PromptId): boolean {
    return this.open.has(id);
  }

  /** Records that all of a waiting prompt's request was in view on a page. */
  noteSeen(id: PromptId): void {
    if (this.open.has(id)) {
      this.seen.add(id);
    }
  }

  /** Records that all of it was written where only buttons beside it answer it, by its id. */
  noteShown(id: PromptId): void {
    if (this.open.has(id)) {
      this.shown.add(id);
    }
  }

  /** @param isNamed whether the answer names the prompt, as the buttons beside it do */
  hasSeen(id: PromptId, { isNamed = false } = {}): boolean {
    return this.seen.has(id) || (isNamed && this.shown.has(id));
  }

  /** Shows the agent's request to the user and resolves with the decision. */
  async decide(request: PermissionRequest, signal: AbortSignalLike): Promise<PermissionAnswer> {
    const allowed = this.takeAllowance(request);
    if (allowed) {
      return allowed;
    }
    const { prompt } = request;
    const answer = new Deferred<PermissionAnswer>();
    this.open.set(prompt.id, { prompt, tool: request.tool, input: request.input, answer });
    const withdraw = () => {
      this.close(prompt.id, 'withdrawn');
      // Nobody hears it; it only ends the wait.
      answer.resolve({ kind: 'deny', message: deniedWithoutWords });
    };
    signal.addEventListener('abort', withdraw);
    // A card that the user has seen must come back in any case, so it is stored first.
    const reading = request.edit && this.proposals.change(request.edit);
    await this.savePrompts();
    const change = reading && (await reading);
    if (this.open.get(prompt.id)?.answer === answer) {
      const shown = prompt.kind === 'permission' && change ? { ...prompt, change } : prompt;
      this.emit([{ type: 'prompt.opened', prompt: shown, at: this.now() }]);
      if (request.edit) {
        this.proposals.open(this.channelId, prompt.id, request, request.edit);
      }
    }
    try {
      return await answer.promise;
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
  }

  /**
   * @throws UserError `prompt.gone` if it was already answered or withdrawn, `prompt.badAnswer` if the prompt does
   *   not offer this answer
   * @param exitSettled resolves when `interrupt` has been called for a process that has just died
   */
  async answer(
    id: PromptId,
    given: CallAnswer,
    exitSettled: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    const asked = this.open.get(id);
    if (!asked || this.answering.has(id)) {
      throw new UserError('prompt.gone', l10n.t('This has already been answered.'));
    }
    const answer = inOwnWords(asked.prompt, given);
    // Reading the edited proposal takes time, during which a second answer may arrive.
    this.answering.add(id);
    try {
      const edited = allows(answer) ? await this.proposals.editedInput(id) : undefined;
      await exitSettled();
      // The process may have died in the meantime: nobody would hear its answer.
      const open = this.open.get(id);
      if (!open) {
        throw new UserError('prompt.gone', l10n.t('This request no longer waits for an answer.'));
      }
      const decision = toDecision(open, answer, edited?.input);
      if (edited) {
        this.feedback.set(open.prompt.toolId, edited.feedback);
      }
      this.settle(open, decision, answer);
    } finally {
      this.answering.delete(id);
    }
  }

  /** Marks open prompts as interrupted because the process is gone. Their cards stay. */
  interrupt(): void {
    for (const [id, open] of this.open) {
      const { answer: _, ...stored } = open;
      const prompt: CallPrompt = { ...stored.prompt, interrupted: 'exit' };
      this.open.set(id, { ...stored, prompt });
      this.emit([{ type: 'prompt.opened', prompt, at: this.now() }]);
    }
  }

  /** Asks prompts again that were open when the window or the process went away. */
  restore(prompts: readonly StoredPrompt[]): void {
    for (const stored of prompts) {
      // The diff was closed with the window.
      const diff = stored.prompt.kind === 'permission' ? { hasDiff: false } : {};
      const prompt: CallPrompt = { ...stored.prompt, ...diff, interrupted: 'reload' };
      this.open.set(prompt.id, { ...stored, prompt });
      this.emit([{ type: 'prompt.opened', prompt, at: this.now() }]);
    }
  }

  /** Answers the next request with this decision, but only if it is for exactly this call. */
  allowNext(stored: StoredPrompt, decision: PermissionAnswer): void {
    this.allowance = { ...stored, decision };
  }

  /** Drops an unused allowance at the end of its turn. */
  forgetAllowance(): void {
    if (this.allowance) {
      this.feedback.delete(this.allowance.prompt.toolId);
    }
    this.allowance = undefined;
  }

  /** Takes the note for the agent about an edited proposal, once its call has run; given once. */
  takeFeedback(tool: ToolCallId): string | undefined {
    const feedbackText = this.feedback.get(tool);
    this.feedback.delete(tool);
    return feedbackText;
  }

  /** Closes the diffs with the conversation. The prompts are asked again when it is reopened. */
  closeDiffs(): void {
    for (const id of this.open.keys()) {
      void this.proposals.close(id);
    }
  }

  /** Denies those of these calls that still wait, and withdraws prompts whose process is gone. */
  denyAll(ids: ReadonlySet<PromptId> = new Set(this.open.keys())): void {
    const meant = [...this.open].filter(([id]) => ids.has(id));
    for (const [id, open] of meant) {
      if (open.answer) {
        this.settle(open, { kind: 'deny', message: deniedWithoutWords }, { kind: 'deny' });
      } else {
        this.close(id, 'withdrawn');
      }
    }
  }

  withdrawAll(): void {
    for (const id of [...this.open.keys()]) {
      this.close(id, 'withdrawn');
    }
  }

  private takeAllowance(request: PermissionRequest): PermissionAnswer | undefined {
    const allowance = this.allowance;
    this.allowance = undefined;
    const feedbackText = allowance && this.takeFeedback(allowance.prompt.toolId);
    const isSame = allowance?.tool === request.tool && deepEqual(allowance.input, request.input);
    if (!isSame) {
      return undefined;
    }
    if (feedbackText !== undefined) {
      this.feedback.set(request.prompt.toolId, feedbackText);
    }
    return carriedOver(allowance.decision, allowance.prompt, request.prompt);
  }

  private settle(open: OpenPrompt, decision: PermissionAnswer, answer: CallAnswer): void {
    const isAllowed = decision.kind === 'allow';
    const outcome: PromptOutcome = !isAllowed
      ? 'denied'
      : answer.kind === 'answers'
        ? 'answered'
        : 'allowed';
    this.close(open.prompt.id, outcome);
    if (open.answer) {
      open.answer.resolve(decision);
    } else {
      this.onInterruptedAnswer(open, decision);
    }
  }

  private close(id: PromptId, outcome: PromptOutcome): void {
    if (!this.open.delete(id)) {
      return;
    }
    this.seen.delete(id);
    this.shown.delete(id);
    this.emit([{ type: 'prompt.closed', promptId: id, outcome }]);
    void this.proposals.close(id);
  }
}

const deniedWithoutWords =
  'The user declined this call. Stop and wait for their next message before trying another way.';

function allows(answer: CallAnswer): boolean {
  return (
    answer.kind === 'allowOnce' || answer.kind === 'allowAlways' || answer.kind === 'allowWith'
  );
}

function toDecision(
  open: StoredPrompt,
  answer: CallAnswer,
  edited: JsonObject | undefined,
): PermissionAnswer {
  const input = edited ?? open.input;
  switch (answer.kind) {
    case 'deny':
      return { kind: 'deny', message: answer.message?.trim() || deniedWithoutWords };
    case 'offered':
      return offeredDecision(permissionOf(open), answer.index, input);
    case 'allowOnce':
      return { kind: 'allow', input, apply: [] };
    case 'allowAlways': {
      const rules = permissionOf(open).suggestions.filter(one => one.type === 'addRules');
      if (rules.length === 0) {
        throw new UserError('prompt.badAnswer', l10n.t('There is no rule to save for this call.'));
      }
      const apply = rules.map(({ index }) => ({ index, destination: answer.destination }));
      return { kind: 'allow', input, apply };
    }
    case 'allowWith': {
      const chosen = permissionOf(open).suggestions.find(one => one.index === answer.suggestion);
      if (!chosen || chosen.type === 'addRules') {
        throw new UserError('prompt.badAnswer', l10n.t('This answer is not offered for the call.'));
      }
      return { kind: 'allow', input, apply: [{ index: chosen.index }] };
    }
    case 'answers': {
      if (open.prompt.kind !== 'question') {
        throw new UserError('prompt.badAnswer', l10n.t('This prompt is not a question.'));
      }
      const input = { ...open.input, answers: { ...answer.answers } };
      return { kind: 'allow', input, apply: [] };
    }
    case 'approvePlan':
      return {
        kind: 'allow',
        input: open.input,
        apply: [],
        ...(answer.mode ? { mode: answer.mode } : {}),
      };
    case 'keepPlanning': {
      const feedback = answer.feedback?.trim();
      const message = feedback
        ? `The user wants to go on planning and says: ${feedback}`
        : 'The user wants to go on planning.';
      return { kind: 'deny', message };
    }
  }
}

/** Takes one of the answers that a foreign agent offers in its own words. */
function offeredDecision(
  prompt: PermissionPrompt,
  index: number,
  input: JsonObject,
): PermissionAnswer {
  return allowsCall(offeredAt(prompt, index))
    ? { kind: 'allow', input, apply: [], offered: index }
    : { kind: 'deny', message: deniedWithoutWords, offered: index };
}

function permissionOf(open: StoredPrompt): PermissionPrompt {
  if (open.prompt.kind !== 'permission') {
    throw new UserError('prompt.badAnswer', l10n.t('This prompt is not a permission.'));
  }
  return open.prompt;
}
