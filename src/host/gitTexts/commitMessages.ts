import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { hasConflicts, hasStaged } from '../changeSets/changeScope';
import { type ChangeSet, openRepository, readChanges } from '../changeSets/readChanges';
import { pick } from '../commands/inputs';
import { ContextKey } from '../contextKey';
import type { HeadlessRuns } from '../headless/headlessRuns';
import { type GitReader, splitNul } from '../mentions/git/gitReader';
import { nativeUi } from '../nativeText/nativeUi';
import { requireTrust } from '../trust';
import { BoxWriter } from './boxWriter';
import { type OpenRepository, openRepositories, rootOf } from './gitExtension';
import { commitMessagePrompt } from './textPrompts';
import { writtenText } from './writtenText';

/** Commits whose subjects show the style. */
const mostSubjects = 10;

export interface CommitMessagesOptions {
  readonly git: GitReader;
  readonly runs: Pick<HeadlessRuns, 'run'>;
}

/** Writes commit messages into the box of the Source Control view. Commits nothing. */
export class CommitMessages {
  /** A menu cannot tell in which repository a message is written, so there is one at a time. */
  private running: AbortController | undefined;
  private readonly isWriting = new ContextKey('tandem:writesMessage');

  constructor(private readonly options: CommitMessagesOptions) {}

  /**
   * Writes a message for what is staged, else for all changes.
   * @param target source control whose button was pressed; else the user's only repository, or one
   *   that the user picks
   * @throws UserError `trust.required`, `git.*`, `run.busy`, and as `HeadlessRuns.run`
   */
  async generate(target: unknown): Promise<void> {
    requireTrust();
    const repository = await this.repositoryOf(target);
    if (!repository) {
      return;
    }
    const { root, box } = repository;
    if (this.running) {
      throw new UserError(
        'run.busy',
        vscode.l10n.t('A commit message is being written. Wait for it, or stop it.'),
      );
    }
    const abort = new AbortController();
    this.running = abort;
    this.isWriting.set(true);
    const writer = new BoxWriter(box);
    // At once: the process takes a while to end.
    abort.signal.addEventListener('abort', () => writer.restore(), { once: true });
    try {
      await this.write(root, writer, abort);
      // The view's own button passes the repository: the view is in sight then.
      void tellWritten(writer, rootOf(target) !== undefined);
    } catch (error) {
      writer.restore();
      if (!abort.signal.aborted) {
        throw error;
      }
    } finally {
      this.running = undefined;
      this.isWriting.set(false);
    }
  }

  /** Stops the message. What the user had typed comes back. */
  stop(): void {
    this.running?.abort();
  }

  private async write(root: string, writer: BoxWriter, abort: AbortController): Promise<void> {
    const { signal } = abort;
    const { changes, subjects } = await this.read(root, signal);
    let answer = '';
    const location = vscode.ProgressLocation.SourceControl;
    const { text } = await nativeUi.withProgress({ location }, () =>
      this.options.runs.run(
        {
          ...{ cwd: root, tools: [], maxTurns: 1, readsFolder: false },
          ...commitMessagePrompt(changes, subjects, writer.before.trim()),
        },
        signal,
        {
          onText: piece => {
            answer += piece;
            if (signal.aborted) {
              return;
            }
            if (writer.isTaken) {
              // The user writes instead.
              abort.abort();
            } else {
              writer.write(writtenText(answer));
            }
          },
        },
      ),
    );
    const message = writtenText(text);
    if (message === '') {
      throw new UserError(
        'run.noAnswer',
        vscode.l10n.t('Claude wrote no message. Try again, or write it by hand.'),
      );
    }
    writer.write(message);
  }

  private async read(
    root: string,
    signal: AbortSignal,
  ): Promise<{ readonly changes: ChangeSet; readonly subjects: readonly string[] }> {
    const { git } = this.options;
    const place = { cwd: root };
    const { read } = await openRepository(git, place, signal);
    if (await hasConflicts(read)) {
      throw new UserError(
        'git.noChanges',
        vscode.l10n.t('Some files have merge conflicts. Resolve and stage them first.'),
      );
    }
    const kind = (await hasStaged(read)) ? 'staged' : 'uncommitted';
    const log = ['log', '-z', '--no-merges', `--max-count=${mostSubjects}`, '--format=%s'];
    // A repository without commits has none to follow.
    const subjects = splitNul(await read(...log).catch(() => ''));
    return { changes: await readChanges(git, place, { kind }, signal), subjects };
  }

  private async repositoryOf(target: unknown): Promise<OpenRepository | undefined> {
    const all = await openRepositories();
    const wanted = rootOf(target);
    const [first, ...others] = wanted ? all.filter(({ root }) => root === wanted) : all;
    if (!first) {
      throw new UserError(
        'git.noRepository',
        vscode.l10n.t('No Git repository is open. Open a folder that is in one.'),
      );
    }
    if (others.length === 0) {
      return first;
    }
    return pick(
      vscode.l10n.t('Repository of the Commit'),
      all.map(repository => ({ label: repository.root, value: repository })),
    );
  }
}

/** Says where the message is, unless it is in sight, and gives back what it replaces. */
async function tellWritten(writer: BoxWriter, isInSight: boolean): Promise<void> {
  const isReplaced = writer.before.trim() !== '';
  if (writer.isTaken || (isInSight && !isReplaced)) {
    return;
  }
  const show = vscode.l10n.t('Show');
  const restore = vscode.l10n.t('Restore');
  const picked = await nativeUi.showInformationMessage(
    isReplaced
      ? vscode.l10n.t('The commit message replaces what you had typed.')
      : vscode.l10n.t('The commit message is in the Source Control view.'),
    ...(isInSight ? [] : [show]),
    ...(isReplaced ? [restore] : []),
  );
  if (picked === restore) {
    writer.restore();
  } else if (picked === show) {
    await vscode.commands.executeCommand('workbench.view.scm');
  }
}
