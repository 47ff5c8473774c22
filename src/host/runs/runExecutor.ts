import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import * as vscode from 'vscode';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import { Sequencer } from '../../base/sequencer';
import { permissionModes } from '../../contract/content';
import type { Draft } from '../../contract/draft';
import type { ChannelId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import type { RecordStart } from '../../core/conversation/channelRecord';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import { type RunEnd, runInChannel } from '../../core/runs/channelRun';
import type { Batch, PromptRef, Run, RunTarget } from '../../core/runs/run';
import type { RunProgress } from '../../core/runs/runs';
import { isWithin } from '../../node/isWithin';
import { pathVariables } from '../agentFiles/pathVariables';
import type { WorktreeMaker } from '../folders/worktreeMaker';
import type { FolderConsent } from '../gate/folderConsent';
import { shortPath } from '../shortPath';
import { requireTrust } from '../trust';
import { targetName } from './rows/batchTexts';
import { runMessage } from './runMessage';

interface ExecutorParts {
  readonly registry: Pick<ChannelRegistry, 'close' | 'get' | 'onChanged'>;
  /** @throws UserError with the reason why no conversation is possible */
  create(cwd: string, start: RecordStart): Promise<Channel>;
  /** Agent of new conversations in a folder; undefined: Claude Code. */
  defaultAgent(cwd: string): string | undefined;
  isShown(channel: Channel): boolean;
  readonly trees: Pick<WorktreeMaker, 'repositoryOf' | 'placeOf' | 'make' | 'discard'>;
  readonly consent: Pick<FolderConsent, 'inherit'>;
  /** Returns the message of a prompt. @throws UserError if a saved prompt is gone */
  draftOf(prompt: PromptRef): Promise<Draft>;
  readonly log: Log;
}

interface Place {
  readonly cwd: string;
  readonly target: RunTarget;
  readonly branch?: string;
  /** Takes the place back if nothing begins there. */
  discard?(): Promise<void>;
}

/** Carries out runs, each in a conversation without a page that the user may open. */
export class RunExecutor {
  /** Targets of the runs that go on, by their conversations. */
  private readonly targets = new Map<ChannelId, Place>();
  /** Work trees of a repository are made one after the other: git locks what it writes. */
  private readonly making = new Sequencer();

  constructor(private readonly parts: ExecutorParts) {}

  isRun(id: string): boolean {
    return this.targets.has(id as ChannelId);
  }

  /** Returns values of `${file}` and the like for the prompt of a run; undefined for others. */
  variablesOf(id: ChannelId): Readonly<Record<string, string>> | undefined {
    const place = this.targets.get(id);
    if (!place) {
      return undefined;
    }
    const { cwd, target } = place;
    const path = target.kind === 'folder' ? undefined : target.path;
    return {
      ...{ workspaceFolder: cwd, workspaceFolderBasename: basename(cwd) },
      ...(path === undefined ? {} : pathVariables(path)),
      ...(target.kind === 'selection' && target.text !== undefined
        ? { selection: target.text, selectedText: target.text }
        : {}),
    };
  }

  /** @throws UserError if the run cannot begin */
  async execute(
    batch: Batch,
    run: Run,
    signal: AbortSignal,
    report: (progress: RunProgress) => void,
  ): Promise<RunEnd> {
    requireTrust();
    await requireTarget(batch.prompt, run);
    const draft = await this.parts.draftOf(batch.prompt);
    const place = batch.inWorktrees ? await this.inWorktree(batch, run, signal) : inFolder(run);
    const { cwd, target, branch } = place;
    const channel = await this.parts
      .create(cwd, this.startOf(batch, run, cwd))
      .catch(async (error: unknown) => {
        await place.discard?.();
        throw error;
      });
    this.targets.set(channel.id, place);
    try {
      report({ cwd, ...(branch === undefined ? {} : { branch }) });
      report({ channelId: channel.id, sessionId: channel.record.sessionId });
      let isWaiting = false;
      const end = await runInChannel(channel, {
        draft: runMessage(draft, target, cwd),
        context: [],
        signal,
        onWaiting: waits => {
          if (waits !== isWaiting) {
            isWaiting = waits;
            report({ state: waits ? 'waiting' : 'running' });
          }
        },
        onChanged: this.parts.registry.onChanged,
      });
      // The agent may have begun another session.
      report({ sessionId: channel.record.sessionId });
      return end;
    } finally {
      await this.release(channel);
      this.targets.delete(channel.id);
    }
  }

  private async release(channel: Channel): Promise<void> {
    const { registry, isShown, log } = this.parts;
    try {
      if (registry.get(channel.id) === channel && !isShown(channel)) {
        await registry.close(channel.id);
      }
    } catch (error) {
      // How the run went is known all the same.
      log.error('The conversation of a run could not be closed', { error: messageOf(error) });
    }
  }

  private startOf({ prompt, mode }: Batch, run: Run, cwd: string): RecordStart {
    const source = this.parts.defaultAgent(cwd);
    const picked = source === undefined && permissionModes.find(one => one === mode);
    return {
      fallbackTitle: `${prompt.name} · ${targetName(run)}`,
      ...(source === undefined ? {} : { source }),
      ...(picked ? { picks: { mode: picked } } : {}),
    };
  }

  private inWorktree(batch: Batch, run: Run, signal: AbortSignal): Promise<Place> {
    return this.making.queue(async () => {
      const { trees, consent } = this.parts;
      const found = await trees.repositoryOf(run.folder);
      const branch = branchFor(batch, run);
      const { path } = await trees.placeOf(branch, found.main);
      const base = found.main.branch ?? 'HEAD';
      const of = { ...found, folder: run.folder, path, branch, base };
      const discard = () => this.discard(of);
      try {
        const cwd = await trees.make(of, signal);
        await consent.inherit(cwd, run.folder);
        return { cwd, branch, target: await movedTo(cwd, run), discard };
      } catch (error) {
        // No row names it, and nobody would find it. A failed one may have met another's branch or
        // folder, also when it was stopped.
        if (!isOfWorktree(error) || (signal.aborted && error.code !== 'worktree.exists')) {
          await discard();
        }
        throw error;
      }
    });
  }

  private async discard(tree: Parameters<WorktreeMaker['discard']>[0]): Promise<void> {
    try {
      await this.parts.trees.discard(tree);
    } catch (error) {
      this.parts.log.warn('The worktree of a run could not be removed', messageOf(error));
    }
  }
}

/** Whether git has not made the work tree. */
function isOfWorktree(error: unknown): error is UserError {
  return error instanceof UserError && error.code.startsWith('worktree.');
}

function inFolder({ folder, target }: Run): Place {
  return { cwd: folder, target };
}

/** @throws UserError `run.gone`, `run.otherFolder` */
async function requireTarget({ name, root }: PromptRef, { target, folder }: Run): Promise<void> {
  if (root !== undefined && !(await isWithin(root, folder))) {
    throw new UserError(
      'run.otherFolder',
      vscode.l10n.t(
        'The prompt {0} belongs to {1}. Run it on files of that folder.',
        name,
        shortPath(root),
      ),
    );
  }
  const path = target.kind === 'selection' && target.text !== undefined ? undefined : target.path;
  if (path !== undefined && !(await isThere(path))) {
    throw new UserError('run.gone', vscode.l10n.t('{0} no longer exists.', shortPath(path)));
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Returns the same target in a work tree, which has only what is committed. */
async function movedTo(cwd: string, { target, folder }: Run): Promise<RunTarget> {
  if (target.kind === 'folder') {
    return { kind: 'folder', path: cwd };
  }
  if (target.path === undefined) {
    return target;
  }
  const path = join(cwd, relative(folder, target.path));
  if (!(await isThere(path))) {
    throw new UserError(
      'run.notCommitted',
      vscode.l10n.t(
        '{0} is not committed, so a new worktree does not have it. Commit it, or run in the folder itself.',
        shortPath(target.path),
      ),
    );
  }
  return { ...target, path };
}

/** Name of a new branch, such as `run/add-tests-utils-3f9a`; each try has its own. */
function branchFor({ prompt }: Batch, run: Run): string {
  const words = [prompt.name, basename(targetName(run), extname(targetName(run)))];
  const slugs = words.map(word =>
    word
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 30),
  );
  return `run/${[...slugs.filter(slug => slug !== ''), randomUUID().slice(0, 6)].join('-')}`;
}
