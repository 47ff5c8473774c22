import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import {
  type Batch,
  costPerRun,
  mostRuns,
  type PromptRef,
  type RunOptions,
} from '../../../core/runs/run';
import type { Runs } from '../../../core/runs/runs';
import { findRepository } from '../../../node/git/repository';
import type { FolderConsent } from '../../gate/folderConsent';
import { requireTrust } from '../../trust';
import type { LibraryPrompt, PromptLibrary } from '../library/promptLibrary';
import { startAction } from '../rows/batchTexts';
import type { TargetFinder, TargetSet } from '../targets/targetFinder';
import { pickOptions } from './pickOptions';
import { pickPrompt, promptRef } from './pickPrompt';
import { pickTargets } from './pickTargets';

interface DialogParts {
  readonly library: Pick<PromptLibrary, 'list'>;
  readonly finder: TargetFinder;
  readonly consent: Pick<FolderConsent, 'ask'>;
  runs(): Promise<Runs>;
  /** @throws UserError with the reason why no conversation is possible */
  requireOpen(): Promise<void>;
  maxLive(): number;
  mayBypass(): boolean;
  searchedFiles(): Promise<readonly string[]>;
  /** Whether the default agent of a folder is Claude Code, which asks about a folder's programs. */
  isClaude(folder: string): boolean;
}

/** Parts of a run that are known before the user is asked. */
export interface GivenRun {
  readonly prompt?: PromptRef;
  readonly listed?: LibraryPrompt;
  readonly targets?: TargetSet;
  readonly options?: Partial<RunOptions>;
}

/** Runs at a time that are offered first. */
const usualAtATime = 3;

/** Asks for prompt, inputs, targets and options, and starts the runs. */
export class RunDialog {
  constructor(private readonly parts: DialogParts) {}

  /**
   * @returns the batch; undefined if the user cancels
   * @throws UserError `run.noTargets`, `run.tooMany`, and with the reason why nothing can run
   */
  async start(given: GivenRun = {}): Promise<Batch | undefined> {
    requireTrust();
    const { parts } = this;
    await parts.requireOpen();
    if (given.targets) {
      requireSome(given.targets);
    }
    const heading = vscode.l10n.t('Run Prompt');
    const prompt = await this.promptOf(given, heading);
    if (!prompt) {
      return undefined;
    }
    const title = `${heading}: ${prompt.name}`;
    const set =
      given.targets ?? (await pickTargets(parts.finder, title, () => parts.searchedFiles()));
    if (!set) {
      return undefined;
    }
    requireSome(set);
    const runs = await parts.runs();
    const options = await this.optionsOf(prompt, set, title, runs, given.options);
    if (!options) {
      return undefined;
    }
    for (const folder of foldersOf(set).filter(one => parts.isClaude(one))) {
      await parts.consent.ask(folder);
    }
    return runs.start({ ...options, prompt, targets: set.targets });
  }

  private async promptOf(given: GivenRun, title: string): Promise<PromptRef | undefined> {
    if (given.prompt) {
      return given.prompt;
    }
    return given.listed
      ? promptRef(given.listed)
      : pickPrompt(await this.parts.library.list(), title);
  }

  private async optionsOf(
    prompt: PromptRef,
    { targets, withheld }: TargetSet,
    title: string,
    runs: Runs,
    given: Partial<RunOptions> = {},
  ): Promise<RunOptions | undefined> {
    const last = runs.book.lastOf(prompt.key);
    const maxLive = Math.max(1, this.parts.maxLive());
    const repositories = await Promise.all(
      [...new Set(targets.map(({ folder }) => folder))].map(findRepository),
    );
    return pickOptions(
      {
        ...{ title, withheld, maxLive, count: targets.length },
        action: startAction(targets.map(({ target }) => target)),
        costPerRun: last && costPerRun(last),
        mayBypass: this.parts.mayBypass(),
        canUseWorktrees: !repositories.includes(undefined),
      },
      {
        inWorktrees: false,
        ...given,
        atATime: Math.min(given.atATime ?? usualAtATime, maxLive),
      },
    );
  }
}

function foldersOf({ targets }: TargetSet): readonly string[] {
  return [...new Set(targets.map(({ folder }) => folder))];
}

function requireSome({ targets, withheld }: TargetSet): void {
  if (targets.length === 0) {
    throw new UserError(
      'run.noTargets',
      withheld > 0
        ? vscode.l10n.t(
            'Nothing to run on: the files are private, ignored, excluded, or outside of the workspace.',
          )
        : vscode.l10n.t('There are no files to run on.'),
    );
  }
  if (targets.length > mostRuns) {
    throw new UserError(
      'run.tooMany',
      vscode.l10n.t(
        '{0} files are too many for one run, which takes at most {1}. Choose a smaller folder.',
        targets.length,
        mostRuns,
      ),
    );
  }
}
