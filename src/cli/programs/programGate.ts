import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { UserError } from '../../base/errors';
import { deepEqual } from '../../base/json';
import type { ProgramsAnswer, ProgramsQuestion } from '../../contract/programs';
import { findRepository, mainWorktreeOf } from '../../node/git/repository';
import type { ProgramAnswers } from './programAnswers';
import type { FolderPrograms, ProgramPlace, RuleDoubt } from './readPrograms';

/** A question, with what an answer settles besides. */
export interface AskedPrograms extends ProgramsQuestion {
  readonly doubt?: RuleDoubt;
}

interface Asked {
  readonly question: AskedPrograms;
  readonly addDirs: readonly string[];
}

/** Decides whether a process may take the programs that come with a folder. */
export interface ProgramPolicy {
  /** @throws UserError `folder.unanswered` if the user must be asked first */
  decide(place: ProgramPlace): Promise<ProgramsAnswer>;
  /** Notes rules that the CLI saves in shared settings because the user said so. Never rejects. */
  keepRules(cwd: string, rules: readonly string[]): Promise<void>;
}

/** Asks once for each folder and content of its files, before the first process starts there. */
export class ProgramGate implements ProgramPolicy, Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private readonly answered = this.store.add(new Emitter<string>());
  /** By folder. */
  private readonly asked = new Map<string, Asked>();

  /** Fires when a question appears, changes or is settled. */
  readonly onChanged = this.changed.event;
  /** Fires with the folder when the user has answered. */
  readonly onAnswered = this.answered.event;

  constructor(
    private readonly read: (place: ProgramPlace) => Promise<FolderPrograms>,
    private readonly answers: Pick<
      ProgramAnswers,
      'find' | 'save' | 'ownRules' | 'keepSharedRules'
    >,
  ) {}

  async decide(place: ProgramPlace): Promise<ProgramsAnswer> {
    const { cwd, addDirs } = place;
    const question = await this.look(place);
    const answer = await this.answerTo(question);
    const asked = this.asked.get(cwd);
    // The question of a conversation with further folders stays.
    if (!answer || deepEqual(asked?.addDirs, addDirs)) {
      this.note(cwd, answer ? undefined : { question, addDirs });
    }
    if (!answer) {
      throw new UserError(
        'folder.unanswered',
        l10n.t(
          'Files in {0} make Claude Code run programs. Choose Allow Programs of This Folder… or Decline Programs of This Folder, then try again.',
          cwd,
        ),
      );
    }
    if (answer === 'allow' && question.doubt) {
      await this.answers.ownRules(question.doubt.folders);
    }
    return answer;
  }

  async keepRules(cwd: string, rules: readonly string[]): Promise<void> {
    // The folder may be gone, and the answer must reach the agent all the same.
    const folder = await realpath(cwd).catch(() => cwd);
    await this.answers.keepSharedRules(folder, rules);
  }

  /** Returns the question that waits for an answer. */
  waiting(cwd: string): AskedPrograms | undefined {
    return this.asked.get(cwd)?.question;
  }

  /** Lists the programs that the folder brings now. */
  async look(place: ProgramPlace): Promise<AskedPrograms> {
    return { cwd: place.cwd, ...(await this.read(place)) };
  }

  /** Keeps the answer for what the user was shown; files that changed meanwhile ask again. */
  async answer({ cwd, hash, doubt }: AskedPrograms, answer: ProgramsAnswer): Promise<void> {
    const folder = await realpath(cwd);
    await this.answers.save(folder, hash, answer);
    if (doubt) {
      await this.answers.save(folder, doubt.hash, answer);
    }
    if (doubt && answer === 'allow') {
      await this.answers.ownRules(doubt.folders);
    }
    if (this.waiting(cwd)?.hash === hash) {
      this.note(cwd, undefined);
    }
    this.answered.fire(cwd);
  }

  dispose(): void {
    this.store.dispose();
  }

  private async answerTo(question: AskedPrograms): Promise<ProgramsAnswer | undefined> {
    const { cwd, hash, programs, doubt } = question;
    if (programs.length === 0) {
      return 'allow';
    }
    const folder = await realpath(cwd);
    const answer =
      (await this.answers.find(folder, hash)) ?? (await this.answerOfMain(folder, hash));
    if (answer || !doubt) {
      return answer;
    }
    // Nothing of the folder is taken anyway, so that more rules are no question.
    const before = await this.answers.find(folder, doubt.hash);
    return before === 'decline' ? before : undefined;
  }

  /** Same files in a linked worktree, as those an agent makes and enters, are no new question. */
  private async answerOfMain(folder: string, hash: string): Promise<ProgramsAnswer | undefined> {
    const repository = await findRepository(folder);
    const main = repository && (await mainWorktreeOf(repository));
    return repository && main !== undefined
      ? this.answers.find(join(main, relative(repository.root, folder)), hash)
      : undefined;
  }

  private note(cwd: string, asked: Asked | undefined): void {
    if (deepEqual(this.asked.get(cwd), asked)) {
      return;
    }
    if (asked) {
      this.asked.set(cwd, asked);
    } else {
      this.asked.delete(cwd);
    }
    this.changed.fire();
  }
}
