import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { Batch } from '../../core/runs/run';
import type { Runs } from '../../core/runs/runs';
import type { FolderConsent } from '../gate/folderConsent';
import { requireTrust } from '../trust';
import { typedPrompt } from './dialog/pickPrompt';
import type { TargetFinder, TargetSet } from './targets/targetFinder';

/** A run whose choices are made. Paths are absolute. */
export interface UnaskedRun {
  readonly prompt: string;
  /** Each gets a run of its own; empty: one run about the folder. */
  readonly files: readonly string[];
  /** Folder of a run without files. */
  readonly folder: string;
  readonly inWorktrees: boolean;
}

interface StartParts {
  readonly finder: Pick<TargetFinder, 'ofFiles'>;
  readonly consent: Pick<FolderConsent, 'ask'>;
  runs(): Promise<Pick<Runs, 'start'>>;
  /** @throws UserError with the reason why no conversation is possible */
  requireOpen(): Promise<void>;
  maxLive(): number;
  /** Whether the default agent of a folder is Claude Code, which asks about a folder's programs. */
  isClaude(folder: string): boolean;
}

/** Runs at a time, if as many processes are allowed. */
const usualAtATime = 3;

/**
 * Starts runs without the dialog, under the rules of new conversations.
 * @throws UserError `trust.required`, `run.noTargets`, `folder.unanswered`, and why nothing can run
 */
export async function startUnasked(
  { prompt, files, folder, inWorktrees }: UnaskedRun,
  { finder, consent, runs, requireOpen, maxLive, isClaude }: StartParts,
): Promise<Batch> {
  requireTrust();
  await requireOpen();
  const set: TargetSet =
    files.length === 0
      ? { targets: [{ target: { kind: 'folder', path: folder }, folder }], withheld: 0 }
      : await finder.ofFiles(files);
  if (set.withheld > 0) {
    throw new UserError(
      'run.noTargets',
      vscode.l10n.t(
        'Nothing was run: some of the files are private, ignored, excluded, or outside of the workspace.',
      ),
    );
  }
  for (const one of new Set(set.targets.map(target => target.folder))) {
    if (isClaude(one)) {
      await consent.ask(one);
    }
  }
  const atATime = Math.min(usualAtATime, Math.max(1, maxLive()));
  return (await runs()).start({
    ...{ prompt: typedPrompt(prompt), targets: set.targets, atATime, inWorktrees },
  });
}
