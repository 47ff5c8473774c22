import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { UserError } from '../../base/errors';
import { type ChangeScope, shortBranch } from '../changeSets/changeScope';
import { type ChangeSet, openRepository, readChanges } from '../changeSets/readChanges';
import type { HeadlessRuns, RunAnswer } from '../headless/headlessRuns';
import { withRunProgress } from '../headless/withRunProgress';
import type { GitReader, ReadGit } from '../mentions/git/gitReader';
import { nativeUi } from '../nativeText/nativeUi';
import { requireTrust } from '../trust';
import type { Dismissals } from './dismissals';
import { fileFinder } from './findFile';
import type { ShownFinding } from './findingBoard';
import { answerSchema } from './findingSchema';
import {
  type CheckedFindings,
  checkFindings,
  type Finding,
  type UnplacedFinding,
} from './findings';
import { resultText } from './resultText';
import { reviewPrompt } from './reviewPrompt';
import { unplacedText } from './unplacedText';

/** Turns of one review: reading files takes some. */
const mostTurns = 40;
const tools = ['Read', 'Grep', 'Glob'];

export interface CodeReviewOptions {
  readonly git: GitReader;
  readonly runs: Pick<HeadlessRuns, 'run'>;
  readonly dismissals: Dismissals;
  readonly clock: Pick<Clock, 'now'>;
  /** Shows findings in place of those of an earlier review. */
  show(findings: readonly Finding[]): void;
  /** Findings that are shown. */
  shown(): readonly ShownFinding[];
  /** Returns the folder to review; undefined if the user cancels the prompt. */
  folder(): Promise<string | undefined>;
  showText(name: string, text: string): Promise<void>;
}

/** Reviews changes in a run with tools that only read, and shows the findings on their lines. */
export class CodeReview {
  private isRunning = false;

  constructor(private readonly options: CodeReviewOptions) {}

  /**
   * Reviews what the user picks. Findings of an earlier review stay until there are new ones.
   * @param pick returns undefined if the user cancels
   * @returns the findings; undefined if the user cancels
   * @throws UserError `trust.required`, `run.busy`, `git.*`, and as `HeadlessRuns.run`
   */
  async review(
    pick: (read: ReadGit) => Promise<ChangeScope | undefined>,
  ): Promise<readonly Finding[] | undefined> {
    requireTrust();
    this.requireIdle();
    const cwd = await this.options.folder();
    if (cwd === undefined) {
      return undefined;
    }
    const { git } = this.options;
    const { read } = await openRepository(git, { cwd }, AbortSignal.timeout(60_000));
    const scope = await pick(read);
    if (!scope) {
      return undefined;
    }
    this.requireIdle();
    this.isRunning = true;
    try {
      return await this.runFor(scope, cwd);
    } finally {
      this.isRunning = false;
    }
  }

  private async runFor(scope: ChangeScope, cwd: string): Promise<readonly Finding[] | undefined> {
    const { git, clock } = this.options;
    const done = await withRunProgress(titleOf(scope), async ({ signal, report }) => {
      report(vscode.l10n.t('Reading the changes'));
      const since = clock.now();
      const changes = await readChanges(git, { cwd }, scope, signal);
      const answer = await this.ask(changes, scope, cwd, signal, report);
      const find = fileFinder(changes.root, { cwd }, git.privacy, since);
      const checked = await checkFindings(answer.structured, find);
      if (!checked) {
        throw new UserError(
          'run.noAnswer',
          vscode.l10n.t('The review ended without a list of findings. Start it again.'),
        );
      }
      return { changes, answer, checked };
    });
    if (done) {
      this.options.show(done.checked.findings);
      // Not awaited: the command ends with the review, not with its message.
      void this.report(done.checked, done.changes, done.answer.costUsd);
    }
    return done?.checked.findings;
  }

  private ask(
    changes: ChangeSet,
    scope: ChangeScope,
    cwd: string,
    signal: AbortSignal,
    report: (step: string) => void,
  ): Promise<RunAnswer> {
    const { runs, dismissals } = this.options;
    const request = {
      ...{ cwd, tools, schema: answerSchema, maxTurns: mostTurns, readsFolder: true },
      ...reviewPrompt(changes, subjectOf(scope), dismissals.all),
    };
    report(vscode.l10n.t('Claude is reading'));
    return runs.run(request, signal, {
      onTool: (name, { file_path, pattern }) => {
        const target = typeof file_path === 'string' ? file_path : pattern;
        report(typeof target === 'string' ? `${name} ${target}` : name);
      },
    });
  }

  private async report(
    checked: CheckedFindings,
    changes: ChangeSet,
    costUsd: number | undefined,
  ): Promise<void> {
    const go = vscode.l10n.t('Go to First Finding');
    const others = vscode.l10n.t('Show Others');
    const actions = [
      ...(checked.findings.length > 0 ? [go] : []),
      ...(checked.unplaced.length > 0 ? [others] : []),
    ];
    const message = resultText(checked, changes, costUsd);
    const picked = await nativeUi.showInformationMessage(message, ...actions);
    if (picked === go) {
      await this.goToFirst();
    } else if (picked === others) {
      await this.showOthers(checked.unplaced);
    }
  }

  private async goToFirst(): Promise<void> {
    const [first] = this.options.shown();
    if (first) {
      const { start } = first.lines;
      const selection = new vscode.Range(start, 0, start, 0);
      await vscode.window.showTextDocument(first.uri, { selection });
    }
  }

  private async showOthers(unplaced: readonly UnplacedFinding[]): Promise<void> {
    await this.options.showText(vscode.l10n.t('Other Findings'), unplacedText(unplaced));
  }

  /** @throws UserError `run.busy` */
  private requireIdle(): void {
    if (this.isRunning) {
      throw new UserError(
        'run.busy',
        vscode.l10n.t('A review is running. Wait for it, or cancel it in its notification.'),
      );
    }
  }
}

function titleOf(scope: ChangeScope): string {
  switch (scope.kind) {
    case 'branch':
      return vscode.l10n.t('Reviewing the commits since {0}', shortBranch(scope.base));
    case 'commits':
      return vscode.l10n.t('Reviewing commits');
    default:
      return vscode.l10n.t('Reviewing your changes');
  }
}

/** For the model, in English. */
function subjectOf({ kind }: ChangeScope): string {
  return {
    ...{ uncommitted: 'the uncommitted changes', staged: 'the staged changes' },
    ...{ branch: 'the commits of a branch', commits: 'some commits' },
  }[kind];
}
