import * as vscode from 'vscode';
import { messageOf } from '../base/errors';
import type { ChannelRegistry } from '../core/registry/channelRegistry';
import type { Folders } from './folders/buildFolders';
import type { HostBase } from './hostBase';
import type { Edits } from './review/buildEdits';

interface Left {
  readonly folders: Folders;
  readonly registry: ChannelRegistry;
  readonly edits: Edits;
}

/** Takes up what earlier windows left in this workspace, as soon as it is trusted. */
export function takeUpEarlierWindows({ log, add }: HostBase, left: Left): void {
  const { folders, registry, edits } = left;
  // Orphaned processes may still be writing, so they end before files are compared.
  const takeUp = async () => {
    const offered = await folders.picker.offered();
    await registry.endOrphanedProcesses(offered);
    await edits.load(offered, (cwd, id) => registry.isElsewhere(cwd, id));
  };
  const start = () =>
    void takeUp().catch((error: unknown) =>
      log.error('What earlier windows left could not be taken up', { error: messageOf(error) }),
    );
  add(vscode.workspace.onDidGrantWorkspaceTrust(start));
  if (vscode.workspace.isTrusted) {
    start();
  }
}
