import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import type { ConversationEvent } from '../../contract/events';
import { mostSideQuestions, type SideQuestion } from '../../contract/sideQuestions';
import type { AgentProcess } from '../../protocol/agentSource';
import type { RecordKeeper } from './recordKeeper';

export interface SideQuestionsOwner {
  /** Returns a process that takes requests; starts one if necessary. */
  process(): Promise<AgentProcess>;
  emit(events: readonly ConversationEvent[]): void;
  now(): number;
}

/** Longest answer, in UTF-16 units: all of them travel to the page together. */
const longestAnswer = 8 * 1024;
const longestQuestion = 4 * 1024;
/** Earlier exchanges that a follow-up repeats, because the agent forgets each. */
const mostRepeated = 4;

/** Questions beside the conversation. The newest are kept, with their answers. */
export class SideQuestions {
  constructor(
    private readonly keeper: RecordKeeper,
    private readonly owner: SideQuestionsOwner,
  ) {}

  get all(): readonly SideQuestion[] {
    return this.keeper.current.sideQuestions ?? [];
  }

  /** Shows the stored questions; the process that was answering the others is gone. */
  restore(): void {
    if (this.all.length > 0) {
      const error = l10n.t('The answer was lost when the process ended. Ask again.');
      this.replace(this.all.map(one => (isOpen(one) ? { ...one, error } : one)));
    }
  }

  /**
   * Asks the agent, also while it works. Its answer or its failure is shown later.
   * @param follows the question that this one continues
   * @throws UserError `message.empty`, `message.tooLong`
   */
  ask(question: string, follows?: string): void {
    const words = question.trim();
    if (words === '') {
      throw new UserError('message.empty', l10n.t('Type a question after /btw.'));
    }
    if (words.length > longestQuestion) {
      throw new UserError(
        'message.tooLong',
        l10n.t(
          'A side question has at most {0} characters. Send it as a message.',
          longestQuestion,
        ),
      );
    }
    const known = this.all.some(one => one.id === follows) ? follows : undefined;
    const asked: SideQuestion = {
      ...{ id: randomUUID(), question: words, at: this.owner.now() },
      ...(known ? { follows: known } : {}),
    };
    const text = withEarlier(words, this.thread(known));
    this.replace([...this.all, asked]);
    void this.answer(asked.id, text);
  }

  clear(): void {
    this.replace([]);
  }

  private async answer(id: string, text: string): Promise<void> {
    try {
      const process = await this.owner.process();
      this.settle(id, { answer: shortened(await process.askAside(text)) });
    } catch (error) {
      this.settle(id, { error: messageOf(error) });
    }
  }

  /** Exchanges that lead to a question, oldest first. */
  private thread(last: string | undefined): readonly SideQuestion[] {
    const thread: SideQuestion[] = [];
    for (let id = last; id && thread.length < mostRepeated; ) {
      const one = this.all.find(other => other.id === id);
      if (one) thread.unshift(one);
      id = one?.follows;
    }
    return thread.filter(({ answer }) => answer !== undefined);
  }

  /** A question that was cleared in the meantime stays away. */
  private settle(id: string, outcome: Pick<SideQuestion, 'answer' | 'error'>): void {
    this.replace(this.all.map(one => (one.id === id ? { ...one, ...outcome } : one)));
  }

  private replace(all: readonly SideQuestion[]): void {
    const sideQuestions = all.slice(-mostSideQuestions);
    this.keeper.save({ sideQuestions });
    this.owner.emit([{ type: 'sideQuestions.changed', sideQuestions }]);
  }
}

function isOpen({ answer, error }: SideQuestion): boolean {
  return answer === undefined && error === undefined;
}

/** Puts earlier exchanges in front of a question. The agent reads it, so it is English. */
function withEarlier(question: string, thread: readonly SideQuestion[]): string {
  const earlier = thread.map(one => `I asked: ${one.question}\nYou answered: ${one.answer}`);
  return earlier.length === 0
    ? question
    : `Earlier side questions:\n\n${earlier.join('\n\n')}\n\nNow I ask: ${question}`;
}

function shortened(answer: string): string {
  return answer.length <= longestAnswer
    ? answer
    : `${answer.slice(0, longestAnswer).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
