import * as vscode from 'vscode';
import { isObject } from '../../base/json';
import type { CliLauncher } from '../../cli/cliLauncher';
import type { ProgramGate } from '../../cli/programs/programGate';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { DefaultAgents } from '../agents/defaultAgents';
import type { Chats } from '../chat/chats';
import type { CommandId, StorageKeys } from '../contributed';
import type { Folders } from '../folders/buildFolders';
import { FolderConsent } from '../gate/folderConsent';
import type { GateKeeper } from '../gate/gate';
import type { HostBase } from '../hostBase';
import type { SessionService } from '../sessions/sessionService';
import type { Sharing } from '../sharing/sharing';
import { ChatChannels } from './chatChannels';
import { editorReferences } from './editorReferences';
import { Participant } from './participant';
import { PendingNotes } from './pendingNotes';
import { type ReviewFinding, slashCommands } from './slashCommands';

export interface ParticipantParts extends HostBase {
  readonly registry: ChannelRegistry;
  readonly chats: Chats;
  readonly folders: Folders;
  readonly gate: GateKeeper;
  readonly programs: ProgramGate;
  readonly agents: CliLauncher;
  readonly defaults: DefaultAgents;
  readonly sharing: Sharing;
  readonly sessions: SessionService;
}

const pendingKey = 'participant.pending' satisfies keyof StorageKeys;

/** Builds what answers requests to `@tandem` in VS Code's Chat view. */
export function createParticipant(parts: ParticipantParts): Participant {
  const { context, settings, log, registry, chats, folders, gate, defaults, sharing } = parts;
  const consent = new FolderConsent(parts);
  const { workspaceState } = context;
  const pending = new PendingNotes({
    read: () => workspaceState.get<StorageKeys[typeof pendingKey]>(pendingKey, {}),
    write: notes => void workspaceState.update(pendingKey, notes),
  });
  const channels = new ChatChannels({
    ...{ registry, pending, log: log.child('participant') },
    requireOpen: agent => chats.requireOpen(agent),
    create: (cwd, start) => chats.createUnseen(cwd, start),
    folder: () => folders.picker.forNew(),
    defaultAgent: cwd => defaults.of(cwd),
    covers: cwd => folders.picker.covers(cwd),
    askAboutPrograms: cwd => consent.ask(cwd),
    isShown: channel => chats.isShown(channel),
  });
  return new Participant({
    ...{ channels, pending, log: log.child('participant') },
    references: editorReferences({ sharing, settings, folders: () => gate.workspaceFolders }),
    commands: slashCommands({
      channels,
      review: async () => findingsIn(await run('tandem.review.changes')),
      resume: () => resume(parts),
      // The form of a group in the Source Control view.
      showChanges: ({ id }) =>
        run('tandem.changes.reviewConversation', { id, resourceStates: [] }).then(() => undefined),
      open: channel => chats.goTo(channel),
    }),
    onChanged: registry.onChanged,
  });
}

async function run(command: CommandId, ...args: readonly unknown[]): Promise<unknown> {
  return vscode.commands.executeCommand(command, ...args);
}

/** Reads what the command of a review returns; undefined if it was canceled or has failed. */
function findingsIn(result: unknown): readonly ReviewFinding[] | undefined {
  const findings: readonly unknown[] | undefined = Array.isArray(result) ? result : undefined;
  return findings?.flatMap(one => (isFinding(one) ? [one] : []));
}

function isFinding(value: unknown): value is ReviewFinding {
  return (
    isObject(value) &&
    typeof value.path === 'string' &&
    typeof value.start === 'number' &&
    typeof value.title === 'string'
  );
}

/** Lets the user pick a conversation of this workspace, and opens it without a page. */
async function resume({ chats, folders, sessions, registry }: ParticipantParts) {
  await chats.requireOpen({});
  const row = await sessions.targets.pick(
    vscode.l10n.t('Resume a conversation'),
    listed => !listed.isArchived && sessions.isOfWorkspace(listed),
    vscode.l10n.t('This folder has no stored conversation.'),
  );
  if (!row) {
    return undefined;
  }
  const { id, cwd } = row;
  const isHere = cwd !== undefined && (await folders.picker.covers(cwd));
  return registry.bySession(id) ?? (isHere ? chats.obtainUnseen(id, cwd) : undefined);
}
