import { homedir } from 'node:os';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { SessionId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import { collect } from '../../core/export/collect';
import {
  type ConversationSource,
  openConversation,
  storedConversation,
} from '../../core/export/conversationSource';
import { fileName } from '../../core/export/fileName';
import { localTime } from '../../core/export/markdown/times';
import type { StoredSession } from '../../protocol/storedSession';
import { messageText } from '../nativeText/messageText';
import { nativeUi } from '../nativeText/nativeUi';

/** A stored session; it may be open in this window. */
export interface ExportTarget {
  readonly id: SessionId;
  /** Folder in which the session ran. */
  readonly cwd: string;
  /** Title in the list; absent if it is not listed. */
  readonly title?: string | undefined;
}

export interface ExporterOptions {
  /** Returns the session's conversation if it is open in this window. */
  channel(id: SessionId): Channel | undefined;
  openSession(cwd: string, id: SessionId): Promise<StoredSession | undefined>;
  /** Agent of a stored session; undefined: Claude Code. */
  agentOf(id: SessionId): Promise<string | undefined>;
  storedJson(cwd: string, id: SessionId): AsyncIterable<string>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Exports conversations to files that the user selects. */
export class Exporter {
  constructor(private readonly options: ExporterOptions) {}

  /** Exports a readable document with folded steps. Does nothing if the user cancels the dialog. */
  async markdown(target: ExportTarget): Promise<void> {
    const source = await this.sourceOf(target);
    const { clock } = this.options;
    const { conversationMarkdown } = await import(
      '../../core/export/markdown/conversationMarkdown'
    );
    const pieces = () =>
      conversationMarkdown({ ...source.facts, at: clock.now() }, source.turns, {
        agentTitle: source.facts.agentTitle,
        read: source.blob,
        time: localTime,
      });
    await this.save(source.facts.title, target.cwd, { Markdown: ['md'] }, pieces);
  }

  /** Exports everything the agent has stored, verbatim, for programs and for archiving. */
  async json(target: ExportTarget): Promise<void> {
    const { id, cwd } = target;
    const agent = await this.agentOf(id);
    if (agent !== undefined) {
      throw new UserError(
        'session.foreign',
        vscode.l10n.t(
          'Only conversations with Claude Code have a transcript to export as JSON. Export this one with {0} as Markdown.',
          agent,
        ),
      );
    }
    const { facts } = await this.sourceOf(target);
    await this.save(facts.title, cwd, { JSON: ['json'] }, () => this.options.storedJson(cwd, id));
  }

  private async agentOf(id: SessionId): Promise<string | undefined> {
    return this.options.channel(id)?.record.source ?? (await this.options.agentOf(id));
  }

  private async sourceOf({ id, cwd, title }: ExportTarget): Promise<ConversationSource> {
    const channel = this.options.channel(id);
    if (channel) {
      const first = await openConversation(channel).turns[Symbol.asyncIterator]().next();
      if (first.done) {
        throw new UserError(
          'session.empty',
          vscode.l10n.t('There is nothing to export yet. Send a message first.'),
        );
      }
      return openConversation(channel);
    }
    const stored = await this.options.openSession(cwd, id);
    if (!stored) {
      throw new UserError('session.absent', vscode.l10n.t('This conversation is not stored.'));
    }
    const agent = await this.options.agentOf(id);
    return storedConversation(id, cwd, stored, { agent, listed: title });
  }

  private async save(
    title: string,
    cwd: string,
    filters: Record<string, string[]>,
    pieces: () => AsyncIterable<string>,
  ): Promise<void> {
    const { clock, log } = this.options;
    const extension = Object.values(filters)[0]?.[0] ?? 'txt';
    const uri = await vscode.window.showSaveDialog({
      title: vscode.l10n.t('Export Conversation'),
      saveLabel: vscode.l10n.t('Export'),
      defaultUri: vscode.Uri.joinPath(folderOf(cwd), fileName(title, clock.now(), extension)),
      filters,
    });
    if (!uri) {
      return;
    }
    const progress = {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Exporting “{0}”', messageText(title, 120)),
      cancellable: true,
    };
    const isWritten = await nativeUi.withProgress(progress, async (_, token) => {
      const bytes = await collect(pieces(), clock, () => token.isCancellationRequested);
      if (!bytes) {
        return false;
      }
      await vscode.workspace.fs.writeFile(uri, bytes);
      return true;
    });
    if (isWritten) {
      void offerToOpen(uri).catch((error: unknown) => {
        log.warn('The exported conversation could not be opened', { error: messageOf(error) });
      });
    }
  }
}

async function offerToOpen(uri: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t('Open');
  const done = vscode.l10n.t('The conversation was exported to {0}.', messageText(uri.fsPath));
  if ((await nativeUi.showInformationMessage(done, open)) === open) {
    await vscode.commands.executeCommand('vscode.open', uri);
  }
}

/** Start folder of the dialog: the conversation's folder if it is open in this window. */
function folderOf(cwd: string): vscode.Uri {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const own = folders.find(folder => folder.uri.fsPath === cwd) ?? folders[0];
  return own?.uri ?? vscode.Uri.file(homedir());
}
