import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { UserError } from '../../base/errors';
import { filesText } from '../../contract/labels/filesText';
import type { Channel } from '../../core/conversation/channel';
import { lastWrites } from '../../core/conversation/lastWrites';
import type { Place } from '../../core/edits/place';
import type { Contents } from '../../core/edits/review/contents';
import type { Done } from '../../core/edits/review/decisions';
import type { ReviewedFiles } from '../../core/edits/review/reviewedFiles';
import {
  type OperationFile,
  type StoredContent,
  sameContent,
} from '../../core/edits/review/reviewRecord';
import type { Reviews } from '../../core/edits/review/reviews';
import { nativeUi } from '../nativeText/nativeUi';
import { isChangedSinceWritten } from './agentWrites';
import { type RewindTarget, rewindTitle } from './rewindTargets';

interface TakenFile {
  readonly content: StoredContent;
  readonly place: Place | undefined;
}

/**
 * Rewinds with the agent's own checkpoints, for conversations whose edits were made elsewhere. They
 * restore whole files, so nothing is done if a file has changed since the agent last wrote it.
 */
export class AgentRewind {
  constructor(
    private readonly reviews: Reviews,
    private readonly contents: Contents,
    private readonly files: ReviewedFiles,
    private readonly clock: Clock,
    /** Reports completed operations and offers to restore them. */
    private readonly tell: (done: Done) => Promise<void>,
  ) {}

  /** @returns whether the user confirmed */
  async rewind(channel: Channel, point: RewindTarget): Promise<boolean> {
    const dry = await channel.agent.rewindFiles(point.messageId, true);
    if (dry.files.length === 0) {
      throw new UserError(
        'rewind.nothing',
        vscode.l10n.t("Claude Code's own checkpoints have nothing to put back."),
      );
    }
    await this.requireUnchanged(channel, dry.files);
    if (!(await confirm(point, dry))) {
      return false;
    }
    // Checked again: the preview stays open while the user works.
    await this.requireUnchanged(channel, dry.files);
    const before = await Promise.all(dry.files.map(path => this.take(path)));
    try {
      await channel.agent.rewindFiles(point.messageId, false);
    } finally {
      // Files restored before a failure can be reverted as well.
      await this.note(channel, point, dry.files, before);
    }
    return true;
  }

  private async note(
    channel: Channel,
    point: RewindTarget,
    paths: readonly string[],
    before: readonly TakenFile[],
  ): Promise<void> {
    const files: OperationFile[] = [];
    for (const [index, path] of paths.entries()) {
      const [older, newer] = [before[index], await this.take(path)];
      const isSameFile = older?.place?.real === newer.place?.real;
      if (older && isSameFile && !sameContent(older.content, newer.content)) {
        files.push({ path, place: newer.place, old: older.content, new: newer.content });
      }
    }
    if (files.length > 0) {
      const review = await this.reviews.open(channel.cwd, channel.id);
      const label = rewindTitle(point);
      const operation = { id: randomUUID(), at: this.clock.now(), label, files };
      await review.addOperation(operation);
      await review.forgetKept(point.at);
      await this.tell({ files: files.length, operations: [{ channel: review, operation }] });
    }
  }

  private async requireUnchanged(channel: Channel, paths: readonly string[]): Promise<void> {
    const writes = lastWrites(channel.conversation);
    const changed: string[] = [];
    for (const path of paths) {
      const { isUnsaved } = await this.files.read(this.reviews.located(path));
      const modified = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      );
      const written = writes.get(path);
      if (isChangedSinceWritten({ written, modified, isUnsaved })) {
        changed.push(vscode.workspace.asRelativePath(path));
      }
    }
    if (changed.length > 0) {
      throw new UserError(
        'change.changedSince',
        vscode.l10n.t(
          "These edits were made elsewhere, so only Claude Code's own checkpoints know them. They would overwrite what has changed since Claude last wrote: {0}. Nothing was rewound.",
          changed.join(', '),
        ),
      );
    }
  }

  private async take(path: string): Promise<TakenFile> {
    const present = await this.files.read(this.reviews.located(path));
    return {
      content: await this.contents.keep(present.bytes, present),
      place: present.place,
    };
  }
}

async function confirm(
  target: RewindTarget,
  dry: { files: readonly string[]; insertions: number; deletions: number },
): Promise<boolean> {
  const go = vscode.l10n.t('Rewind {0}', filesText(dry.files.length));
  const items: vscode.QuickPickItem[] = [
    {
      label: go,
      description: `+${dry.insertions} −${dry.deletions}`,
      detail: vscode.l10n.t("By Claude Code's own checkpoints: whole files, no commands."),
    },
    { label: vscode.l10n.t('Files'), kind: vscode.QuickPickItemKind.Separator },
    ...dry.files.map(path => ({ label: vscode.workspace.asRelativePath(path) })),
  ];
  const picked = await nativeUi.showQuickPick(items, {
    title: rewindTitle(target),
    placeHolder: vscode.l10n.t('Select the first row to continue'),
    ignoreFocusOut: true,
  });
  return picked?.label === go;
}
