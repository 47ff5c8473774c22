import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { readTranscriptCalls } from '../../cli/sessions/modelCalls/transcriptCalls';
import type { InspectorLink } from '../../contract/inspector/inspector';
import type { Channel } from '../../core/conversation/channel';
import type { CommandId, StorageKeys } from '../contributed';
import { observingConsent } from '../gateway/gatewayCommands';
import { nativeUi } from '../nativeText/nativeUi';
import { shortPath } from '../shortPath';
import { isTrusted } from '../trust';
import { CallExporter } from './actions/callExporter';
import { CallImporter } from './actions/callImporter';
import { CallReplay } from './actions/callReplay';
import { InspectorActions } from './actions/inspectorActions';
import { placeOfTurn, turnAt } from './actions/turnPlaces';
import type { InspectorParts } from './inspectorParts';
import { InspectorTab } from './page/inspectorTab';
import { PageNews } from './page/pageNews';
import { RecordingService } from './recording/recordingService';
import type { ConversationParts } from './subjects/conversationSubject';
import { SubjectAnswers } from './subjects/subjectAnswers';
import { Subjects } from './subjects/subjects';

/** Builds the inspector's tab and all that it can do. */
export function openInspectorWindow(parts: InspectorParts) {
  const { context, clock, log, add, registry, recordings, switches, gateway, mask } = parts;
  const chats = parts.chats();
  const channel = (id: string) => registry.all.find(one => one.id === id);
  const subjects = add(
    new Subjects({
      channels: () => registry.all,
      active: () => chats.active,
      onChannels: registry.onChanged,
      ...{ recordings, log },
      conversation: one => conversationParts(parts, one),
    }),
  );
  const recording = new RecordingService({
    ...{ switches, recordings, gateway, channel, isTrusted },
    limit: () => parts.limit(),
    path: shortPath(parts.folder),
    gatewayText: async () => observingConsent((await parts.cli.locate()).version),
    ask: (question, detail, ...actions) =>
      nativeUi.showWarningMessage(question, { modal: true, detail }, ...actions),
  });
  const answers = new SubjectAnswers({ subjects, clock, recordingOf: id => recording.state(id) });
  add(subjects.onListChanged(() => answers.forget()));
  const importer = new CallImporter({ subjects, mask, log });
  const actions = new InspectorActions({
    ...{ subjects, answers, recording, importer, channel, mask },
    exporter: new CallExporter({
      ...{ subjects, mask, clock, folder: startFolder },
      version: String(context.extension.packageJSON.version),
    }),
    replay: new CallReplay({ subjects, mask, clock, log, lastAddress: lastAddress(parts) }),
    observe: async () => {
      await vscode.commands.executeCommand('tandem.gateway.observe' satisfies CommandId);
      return gateway.state.isOn;
    },
    copy: text => vscode.env.clipboard.writeText(text),
    showTurn: async (one, place) => {
      const turn = await turnAt(one, place);
      await chats.goTo(one);
      const [item] = turn.items;
      if (item) {
        chats.revealItem(one, item.key, { turn: place, group: item.key });
      }
    },
    showProfiles: () =>
      vscode.commands.executeCommand('tandem.sections.account' satisfies CommandId),
    openSettings: () =>
      vscode.commands.executeCommand('workbench.action.openSettings', 'tandem.inspector'),
    showFolder: () => showFolder(parts.folder),
  });
  const tab = add(
    new InspectorTab({
      ...{ extensionUri: context.extensionUri, subjects, answers, actions, log },
      start: () => ({ subject: chats.active?.id ?? '' }),
      news: peer => {
        const news = new PageNews({ subjects, peer, clock, log });
        news.addSource(switches.onChanged);
        news.addSource(gateway.onChanged);
        return news;
      },
    }),
  );
  return {
    ...{ tab, subjects, recording },
    open: (link?: InspectorLink) => tab.open(link),
    act: (request: Parameters<InspectorActions['act']>[0]) => actions.act(request),
    import: (path?: string) => importer.import(path),
    explain: async (one: Channel, turn?: string) => {
      const place = await placeOfTurn(one, turn);
      if (place === undefined) {
        throw new UserError('inspector.none', l10n.t('This conversation has no turn yet.'));
      }
      tab.open({ subject: one.id, turn: place, tab: 'calls' });
    },
  };
}

function conversationParts(
  { registry, recordings, calls, live, cli, clock, log }: InspectorParts,
  channel: Channel,
): ConversationParts {
  const { id, cwd } = channel;
  return {
    ...{ channel, recordings, clock, log },
    callLog: () => calls.of(id),
    onCalls: listener => calls.onChanged(changed => changed === id && listener()),
    onTurnEnded: listener => registry.onTurnEnded(ended => ended === channel && listener()),
    transcript: async signal => {
      const { sessionId, source } = channel.record;
      if (source !== undefined) {
        return [];
      }
      const { env } = await cli.environment();
      return (await readTranscriptCalls(sessionId, cwd, env, { signal })).calls;
    },
    perSecond: () => live.perSecond(id),
  };
}

function lastAddress({ context }: InspectorParts) {
  const key = 'inspector.replayAddress' satisfies keyof StorageKeys;
  return {
    get: () => {
      const stored = context.globalState.get<unknown>(key);
      return typeof stored === 'string' ? stored : '';
    },
    set: (address: string) => context.globalState.update(key, address),
  };
}

/** Folder in which dialogs start. */
function startFolder(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
}

/** Shows the folder of the recordings. Remote and browser windows have no file manager. */
async function showFolder(folder: string): Promise<void> {
  const isFar = vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
  if (isFar) {
    void nativeUi.showInformationMessage(l10n.t('Recorded calls are in {0}.', folder));
    return;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(folder));
}
