import { join } from 'node:path';
import * as vscode from 'vscode';
import { messageOf, UserError } from '../../base/errors';
import type { CliLauncher } from '../../cli/cliLauncher';
import type { ProgramGate } from '../../cli/programs/programGate';
import { emptyDraft } from '../../contract/draft';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import { ProcessRoom } from '../../core/runs/processRoom';
import type { PromptRef } from '../../core/runs/run';
import { RunBook } from '../../core/runs/runBook';
import { Runs } from '../../core/runs/runs';
import { GitProgram } from '../../node/git/gitProgram';
import type { CliAssistant } from '../agent/cliAssistant';
import { hostPlaces } from '../agentFiles/hostPlaces';
import type { DefaultAgents } from '../agents/defaultAgents';
import type { Chats } from '../chat/chats';
import type { Folders } from '../folders/buildFolders';
import { FolderConsent } from '../gate/folderConsent';
import type { GateKeeper } from '../gate/gate';
import type { HostBase } from '../hostBase';
import { createPrivacy } from '../mentions/privacy/createPrivacy';
import type { FilePrivacyOptions } from '../mentions/privacy/filePrivacy';
import type { SavedPrompts } from '../savedPrompts/savedPrompts';
import type { Sharing } from '../sharing/sharing';
import { PromptLibrary } from './library/promptLibrary';
import { PromptList } from './prompts/promptList';
import type { PromptsTree } from './prompts/promptsTree';
import { RunDocuments } from './runDocuments';
import { RunExecutor } from './runExecutor';
import { runNodes } from './runNodes';
import { RunProgress } from './runProgress';
import type { RunsTree } from './runsTree';
import { startUnasked, type UnaskedRun } from './startUnasked';
import { FileList } from './targets/filesOf';
import { TargetFinder } from './targets/targetFinder';

export interface RunParts extends HostBase {
  readonly registry: ChannelRegistry;
  readonly chats: Chats;
  readonly folders: Folders;
  readonly gate: GateKeeper;
  readonly cli: CliAssistant;
  readonly programs: ProgramGate;
  readonly agents: CliLauncher;
  readonly defaults: DefaultAgents;
  readonly saved: SavedPrompts;
  readonly sharing: Sharing;
  readonly readRules: FilePrivacyOptions['readRules'];
  readonly trees: { readonly runs: RunsTree; readonly prompts: PromptsTree };
}

/** Builds what runs prompts on many targets, its views and its commands. */
export function createRuns(parts: RunParts) {
  const { registry, chats, gate, settings, log, add } = parts;
  const executor = createExecutor(parts);
  const documents = add(new RunDocuments());
  let opening: Promise<Runs> | undefined;
  const runs = () => {
    opening ??= openRuns(parts, executor, documents).catch((error: unknown) => {
      // The next command tries again.
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const git = add(new GitProgram({ env: process.env, platform: process.platform }));
  const finder = new TargetFinder({
    files: new FileList({ git, find }),
    privacy: createPrivacy(parts, git),
    sharing: parts.sharing,
    cwd: () => gate.cwd,
  });
  const places = () => hostPlaces(parts.context, parts.cli.configFolder);
  const usesGithub = () => settings.get('tandem.agentFiles.github');
  const library = add(
    new PromptLibrary({
      folders: () => gate.workspaceFolders,
      ...{ places, usesGithub, saved: parts.saved },
    }),
  );
  const list = add(new PromptList({ library, runs, log }));
  parts.trees.prompts.follow(list, parts.clock, log);
  add(vscode.workspace.onDidChangeWorkspaceFolders(() => list.refresh()));
  runs()
    .then(opened => {
      add(registry.onChanged(() => opened.lookAgain()));
      add(opened.onEnded(() => list.refresh()));
    })
    .catch((error: unknown) => log.error('Runs could not be read', { error: messageOf(error) }));
  return {
    executor,
    /** For the commands, which load late. */
    parts: { ...parts, documents, finder, library, places, runs, usesGithub },
    /** For callers that ask the user themselves. */
    unasked: {
      runs,
      start: (wanted: UnaskedRun) =>
        startUnasked(wanted, {
          ...{ finder, runs, consent: new FolderConsent(parts) },
          requireOpen: () => chats.requireOpen(),
          maxLive: () => settings.get('tandem.processes.maxLive'),
          isClaude: folder => parts.defaults.of(folder) === undefined,
        }),
      showText: (id: string, text: string) =>
        documents.show(vscode.l10n.t('Prompt'), id, () => text),
    },
  };
}

function createExecutor(parts: RunParts): RunExecutor {
  const { registry, chats, folders, defaults, saved, log } = parts;
  return new RunExecutor({
    ...{ registry, log },
    create: (cwd, start) => chats.createUnseen(cwd, start),
    defaultAgent: cwd => defaults.of(cwd),
    isShown: channel => chats.isShown(channel),
    trees: folders.worktreeMaker,
    consent: new FolderConsent(parts),
    draftOf: prompt => draftOf(prompt, saved),
  });
}

async function openRuns(
  { context, storage, registry, settings, clock, log, add, trees }: RunParts,
  executor: RunExecutor,
  documents: RunDocuments,
): Promise<Runs> {
  // Each workspace has its own runs. VS Code gives no two windows the same folder for them.
  const own = context.storageUri?.fsPath;
  const book = own
    ? await RunBook.open(join(own, 'runs.json'), clock, log.child('runs'))
    : await RunBook.openOwn(join(storage, 'noFolder', 'runs.json'), clock, log.child('runs'));
  const room = new ProcessRoom({
    all: () => registry.all,
    isRun: id => executor.isRun(id),
    maxLive: () => settings.get('tandem.processes.maxLive'),
    log,
  });
  const execute: ConstructorParameters<typeof Runs>[1]['execute'] = (...of) =>
    executor.execute(...of);
  const runs = add(new Runs(book, { execute, makeRoom: running => room.make(running) }, clock));
  add(
    runs.onChanged(() => {
      trees.runs.show(runNodes(runs));
      documents.refresh();
    }),
  );
  trees.runs.show(runNodes(runs));
  add(new RunProgress(runs, log));
  add(settings.onChanged(() => runs.lookAgain()));
  return runs;
}

/** @throws UserError `run.noPrompt` if a saved prompt is gone */
async function draftOf({ kind, name, text }: PromptRef, saved: SavedPrompts) {
  if (kind !== 'saved') {
    return { ...emptyDraft, text };
  }
  const found = (await saved.list()).find(prompt => prompt.name === name);
  if (!found) {
    throw new UserError(
      'run.noPrompt',
      vscode.l10n.t('The saved prompt “{0}” no longer exists.', name),
    );
  }
  return found.draft;
}

/** Files of a folder without git, by VS Code's own search. */
async function find(folder: string, most: number): Promise<readonly string[]> {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), '**/*');
  const found = await vscode.workspace.findFiles(pattern, undefined, most);
  return found.map(({ fsPath }) => fsPath);
}
