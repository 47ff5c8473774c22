import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { type ChannelId, isSessionId } from '../../contract/ids';
import type { Run } from '../../core/runs/run';
import { FolderConsent } from '../gate/folderConsent';
import type { createRuns, RunParts } from './createRuns';
import { RunDialog } from './dialog/runDialog';
import { promptViewCommands } from './prompts/promptViewCommands';
import { runCommands } from './runCommands';
import { searchedFiles } from './targets/searchResults';

/** Commands that run prompts, and those on the rows of both views. */
export function allRunCommands(parts: ReturnType<typeof createRuns>['parts']) {
  const { chats, gate, settings, documents, finder, library, places, runs, usesGithub } = parts;
  const dialog = new RunDialog({
    ...{ library, finder, runs },
    consent: new FolderConsent(parts),
    requireOpen: () => chats.requireOpen(),
    maxLive: () => settings.get('tandem.processes.maxLive'),
    mayBypass: () => settings.get('tandem.permissions.allowBypass'),
    searchedFiles: () => searchedFiles(searchPorts, randomUUID(), gate.workspaceFolders),
    isClaude: folder => parts.defaults.of(folder) === undefined,
  });
  return {
    ...runCommands({
      ...{ dialog, finder, documents, runs },
      openConversation: run => openConversation(parts, run),
    }),
    ...promptViewCommands({
      ...{ library, dialog, finder, runs, usesGithub },
      compose: draft => chats.compose({ draft }),
      promptPlaces: () => ({ cwd: gate.cwd, editorPrompts: places().editorPrompts }),
    }),
  };
}

/** @throws UserError `run.noConversation` */
async function openConversation({ registry, chats }: RunParts, run: Run): Promise<void> {
  const { channelId, sessionId, cwd } = run;
  const open = channelId === undefined ? undefined : registry.get(channelId as ChannelId);
  if (open) {
    await chats.goTo(open);
    return;
  }
  if (channelId !== undefined && (await chats.openStored(channelId as ChannelId))) {
    return;
  }
  if (!isSessionId(sessionId) || cwd === undefined) {
    throw new UserError('run.noConversation', vscode.l10n.t('This run has no conversation yet.'));
  }
  await chats.openSession(sessionId, { cwd, in: 'tab' });
}

const searchPorts = {
  read: async () => vscode.env.clipboard.readText(),
  write: (text: string) => vscode.env.clipboard.writeText(text),
  run: (command: string) => vscode.commands.executeCommand(command),
  editorText: () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.languageId === 'search-result' ? document.getText() : undefined;
  },
};
