import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import * as z from '../../base/schema';
import { type Batch, isOver, type Run } from '../../core/runs/run';
import type { Runs } from '../../core/runs/runs';
import type { CommandTable } from '../commands/command';
import { pick } from '../commands/inputs';
import { rowGone } from '../commands/targets';
import { typedPrompt } from './dialog/pickPrompt';
import type { GivenRun, RunDialog } from './dialog/runDialog';
import { summaryText, targetName } from './rows/batchTexts';
import { resultsTable } from './rows/resultsTable';
import type { RunDocuments } from './runDocuments';
import { changesOf, pathsOf } from './targets/menuTargets';
import { nothingChanged } from './targets/nothingChanged';
import { type TargetFinder, workspaceFolders } from './targets/targetFinder';

export interface RunCommandDeps {
  readonly dialog: RunDialog;
  readonly finder: TargetFinder;
  readonly documents: RunDocuments;
  runs(): Promise<Runs>;
  /** Shows the conversation of a run. */
  openConversation(run: Run): Promise<void>;
}

/** Values that keybindings and other extensions may fill in; the user still starts the runs. */
const start = z.object({
  prompt: z.optional(z.string().check(z.minLength(1))),
  /** Absolute paths of files and folders. */
  files: z.optional(z.array(z.string())),
  atATime: z.optional(z.int().check(z.gte(1))),
  inWorktrees: z.optional(z.boolean()),
});

/** Commands that run prompts, and those about runs. */
export function runCommands(deps: RunCommandDeps) {
  const { dialog, finder, documents } = deps;
  return {
    'tandem.runs.start': async argument => {
      // The title of a view passes its focused row, which says nothing here.
      const isGiven = typeof argument === 'object' && argument !== null && !('kind' in argument);
      await dialog.start(isGiven ? await givenBy(argument, finder) : {});
    },
    'tandem.runs.onSelection': async () => {
      const editor = vscode.window.activeTextEditor;
      if (!editor) {
        throw new UserError(
          'run.noFile',
          vscode.l10n.t('Open the file that the prompt should run on.'),
        );
      }
      await dialog.start({ targets: await finder.ofEditor(editor) });
    },
    'tandem.runs.onFiles': async (...args) => {
      await dialog.start({ targets: await finder.ofPaths(pathsOf(args)) });
    },
    'tandem.runs.onChanges': async (...args) => {
      const { paths, roots } = changesOf(args);
      const isAll = roots.length > 0 || args.length === 0;
      const targets = isAll
        ? await finder.changed(roots.length > 0 ? roots : undefined)
        : await finder.ofPaths(paths);
      if (isAll && targets.targets.length === 0 && targets.withheld === 0) {
        throw await nothingChanged(roots.length > 0 ? roots : workspaceFolders());
      }
      await dialog.start({ targets });
    },
    'tandem.runs.stop': async argument => {
      const target = await runOf(deps, argument, run => !isOver(run));
      if (target) {
        (await deps.runs()).stop([target.run.id]);
      }
    },
    'tandem.runs.stopAll': async argument => {
      const runs = await deps.runs();
      const batches = argument === undefined ? runs.book.all : [batchOf(runs, argument)];
      runs.stop(batches.flatMap(batch => batch.runs.map(({ id }) => id)));
    },
    'tandem.runs.again': async argument => runAgain(deps, argument),
    'tandem.runs.openConversation': async argument => {
      const target = await runOf(deps, argument, run => run.channelId !== undefined);
      if (target) {
        await deps.openConversation(target.run);
      }
    },
    'tandem.runs.openResult': async argument => {
      const target = await runOf(deps, argument, hasResult);
      if (target) {
        const { id } = target.run;
        const runs = await deps.runs();
        await documents.show(targetName(target.run), id, () => {
          const run = runs.book.run(id)?.run;
          return run && [run.problem, run.result].filter(Boolean).join('\n\n');
        });
      }
    },
    'tandem.runs.showChanges': async argument => {
      const target = await runOf(deps, argument, run => run.changed !== undefined);
      if (target) {
        await showChanges(target.run);
      }
    },
    'tandem.runs.showResults': async argument => {
      const runs = await deps.runs();
      const batch = argument === undefined ? await pickBatch(runs) : batchOf(runs, argument);
      if (batch) {
        await documents.show(batch.prompt.name, batch.id, () => {
          const now = runs.book.batch(batch.id);
          return now && resultsTable(now);
        });
      }
    },
    'tandem.runs.clear': async () => (await deps.runs()).book.clear(),
  } satisfies Partial<CommandTable>;
}

/** @throws UserError `run.badArgument` */
async function givenBy(argument: unknown, finder: TargetFinder): Promise<GivenRun> {
  const parsed = z.safeParse(start, argument);
  if (!parsed.success) {
    throw new UserError(
      'run.badArgument',
      vscode.l10n.t('Give Run Prompt a prompt, files, and how many run at a time.'),
    );
  }
  const { prompt, files, atATime, inWorktrees } = parsed.data;
  return {
    ...(prompt === undefined ? {} : { prompt: typedPrompt(prompt) }),
    ...(files === undefined ? {} : { targets: await finder.ofPaths(files) }),
    options: {
      ...(atATime === undefined ? {} : { atATime }),
      ...(inWorktrees === undefined ? {} : { inWorktrees }),
    },
  };
}

/** Runs a row again: a run, or of a batch all or those that did not end well. */
async function runAgain(deps: RunCommandDeps, argument: unknown): Promise<void> {
  const runs = await deps.runs();
  const single = typeof argument === 'string' ? runs.book.run(argument)?.run : undefined;
  if (single) {
    runs.again([single.id]);
    return;
  }
  const batch = argument === undefined ? await pickBatch(runs) : batchOf(runs, argument);
  if (!batch) {
    return;
  }
  const over = batch.runs.filter(isOver);
  const unfinished = over.filter(({ state }) => state !== 'done');
  const isMixed = unfinished.length > 0 && unfinished.length < over.length;
  const chosen = isMixed
    ? await pick(vscode.l10n.t('Which runs?'), [
        {
          label: vscode.l10n.t('Those That Did Not Finish'),
          description: String(unfinished.length),
          value: unfinished,
        },
        { label: vscode.l10n.t('All'), description: String(over.length), value: over },
      ])
    : over;
  runs.again((chosen ?? []).map(({ id }) => id));
}

async function showChanges({ channelId: id }: Run): Promise<void> {
  // The form of a group in the Source Control view.
  const group = { id, resourceStates: [] };
  await vscode.commands.executeCommand('tandem.changes.reviewConversation', group);
}

function hasResult({ result, problem }: Run): boolean {
  return result !== undefined || problem !== undefined;
}

/** @throws UserError `row.gone` */
function batchOf({ book }: Runs, argument: unknown): Batch {
  const id = typeof argument === 'string' ? argument : '';
  const batch = book.batch(id) ?? book.run(id)?.batch;
  if (!batch) {
    throw rowGone();
  }
  return batch;
}

/** Returns the run of a row, or else lets the user pick one. @throws UserError `run.none` */
async function runOf(deps: RunCommandDeps, argument: unknown, fits: (run: Run) => boolean) {
  const { book } = await deps.runs();
  const ofRow = typeof argument === 'string' ? book.run(argument) : undefined;
  if (argument !== undefined && !ofRow) {
    throw rowGone();
  }
  if (ofRow) {
    return ofRow;
  }
  const all = book.all.flatMap(batch => batch.runs.map(run => ({ batch, run })));
  const fitting = all.filter(({ run }) => fits(run));
  if (fitting.length === 0) {
    throw new UserError('run.none', vscode.l10n.t('There is no run for this command.'));
  }
  const choices = fitting.map(value => ({
    label: targetName(value.run),
    description: value.batch.prompt.name,
    value,
  }));
  return pick(vscode.l10n.t('Which Run?'), choices);
}

async function pickBatch({ book }: Runs): Promise<Batch | undefined> {
  const [first] = book.all;
  if (!first) {
    throw new UserError('run.none', vscode.l10n.t('No prompt has been run here.'));
  }
  const choices = book.all.map(value => ({
    label: value.prompt.name,
    description: summaryText(value),
    value,
  }));
  return choices.length === 1 ? first : pick(vscode.l10n.t('Which Runs?'), choices);
}
