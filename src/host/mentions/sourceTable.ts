import { join } from 'node:path';
import * as vscode from 'vscode';
import type { SessionId } from '../../contract/ids';
import type { MentionTarget } from '../../contract/mentions';
import { openConversation, storedConversation } from '../../core/export/conversationSource';
import { PathFinder } from '../../core/pathIndex/pathFinder';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import { GitProgram } from '../../node/git/gitProgram';
import { isIgnored } from '../../node/git/ignored';
import { findRipgrep } from '../../node/ripgrep';
import type { AgentRouter } from '../agents/agentRouter';
import type { TerminalLog } from '../agentTools/run/terminalLog';
import { allProblems } from '../editor/diagnostics';
import { excludedGlobs } from '../editor/excludedGlobs';
import type { HostBase } from '../hostBase';
import { agentSource } from './agent/agents';
import { promptSource } from './agent/prompts';
import { resourceSource } from './agent/resources';
import { type StoredConversation, sessionSource } from './agent/sessions';
import { type TaskSourceOptions, taskSource } from './agent/tasks';
import { editorSymbols } from './editor/editorSymbols';
import { openTerminals } from './editor/openTerminals';
import { problemsSource } from './editor/problems';
import { symbolSource } from './editor/symbols';
import { terminalSource } from './editor/terminals';
import { FileSearch } from './files/fileSearch';
import { fileSource, folderSource } from './files/fileSource';
import type { MentionUses } from './files/mentionUses';
import { branchSource } from './git/branches';
import { changesSource } from './git/changes';
import { commitSource } from './git/commits';
import { GitReader } from './git/gitReader';
import type { MentionSource } from './mentionSource';
import { createPrivacy } from './privacy/createPrivacy';
import type { FilePrivacyOptions } from './privacy/filePrivacy';
import { TextDocuments } from './textDocuments';
import { urlSource } from './urls';

/** Milliseconds for one question to git. */
const gitTime = 2_000;

/** Kinds that a source finds; attachments are part of the message. */
type FoundKind = Exclude<MentionTarget['kind'], 'attachment'>;

export type MentionSources = { readonly [K in FoundKind]?: MentionSource<K> };

/** Parts of other features, which sources read when they are asked. */
export interface SourceParts extends HostBase {
  readonly readRules: FilePrivacyOptions['readRules'];
  readonly uses: MentionUses;
  readonly terminals: TerminalLog;
  readonly registry: ChannelRegistry;
  readonly agents: Pick<AgentRouter, 'openSession' | 'sourceOf'>;
  /** Lists the stored conversations of all folders. */
  sessions(): Promise<readonly StoredConversation[]>;
  openSession(id: SessionId): Promise<void>;
  readonly showTask: TaskSourceOptions['show'];
}

/** Creates the sources of all kinds of mentions, in the order in which their rows are listed. */
export function createSources(parts: SourceParts): MentionSources {
  const { add, registry } = parts;
  const documents = add(new TextDocuments('tandem-mention'));
  const program = add(new GitProgram({ env: process.env, platform: process.platform }));
  const privacy = createPrivacy(parts, program);
  const git = new GitReader(program, privacy);
  const texts = {
    showText: (name: string, text: string, language: string) =>
      documents.show(name, text, language),
  };
  const channels = () => registry.all;
  const files = createFileSources(parts, program);
  return {
    file: fileSource(files),
    folder: folderSource(files),
    symbol: symbolSource(privacy, editorSymbols),
    problems: problemsSource(privacy, problemsUi),
    terminal: terminalSource(() => openTerminals(parts.terminals)),
    changes: changesSource(git, { openChanges }),
    commit: commitSource(git, texts),
    branch: branchSource(git, texts),
    session: sessionSource({
      all: () => parts.sessions(),
      read: async (id, cwd) => {
        const open = registry.bySession(id);
        if (open) {
          return openConversation(open);
        }
        const stored = await parts.agents.openSession(cwd, id);
        const agent = await parts.agents.sourceOf(id);
        return stored && storedConversation(id, cwd, stored, { agent });
      },
      open: id => parts.openSession(id),
    }),
    agent: agentSource(),
    prompt: promptSource(),
    resource: resourceSource(),
    task: taskSource({ channels, show: parts.showTask }),
    url: urlSource(async url => {
      await vscode.env.openExternal(vscode.Uri.parse(url, true));
    }),
  };
}

function createFileSources(parts: SourceParts, git: GitProgram) {
  const { add, context, clock, log, readRules, uses } = parts;
  const finder = add(
    new PathFinder({
      program: join(context.extensionPath, 'dist', 'pathIndexWorker.js'),
      ripgrep: () => findRipgrep(vscode.env.appRoot),
      ...{ clock, log },
    }),
  );
  return {
    search: add(
      new FileSearch(
        finder,
        uses,
        {
          excludes: excludedGlobs,
          isIgnored: path => isIgnored(git, path, AbortSignal.timeout(gitTime)),
        },
        clock,
      ),
    ),
    readRules: (cwds: readonly string[]) => readRules(cwds, []),
  };
}

const problemsUi = {
  all: allProblems,
  front: () => vscode.window.activeTextEditor?.document.uri.fsPath,
  show: async (path: string | undefined, line = 1) => {
    if (path === undefined) {
      await vscode.commands.executeCommand('workbench.actions.view.problems');
      return;
    }
    const selection = new vscode.Range(line - 1, 0, line - 1, 0);
    await vscode.window.showTextDocument(vscode.Uri.file(path), { selection, preview: true });
  },
};

async function openChanges(path: string | undefined): Promise<void> {
  if (path === undefined) {
    await vscode.commands.executeCommand('workbench.view.scm');
    return;
  }
  // The built-in git extension may be off.
  const uri = vscode.Uri.file(path);
  const all = await vscode.commands.getCommands(true);
  await vscode.commands.executeCommand(
    all.includes('git.openChange') ? 'git.openChange' : 'vscode.open',
    uri,
  );
}
