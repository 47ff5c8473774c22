import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { ChangeList } from '../../core/edits/review/changeList';
import { ChannelReview } from '../../core/edits/review/channelReview';
import type { FileView } from '../../core/edits/review/fileView';
import type { ChangeEditors } from './changeEditors';
import type { ChangeNode } from './changeNodes';
import type { PlacedHunk } from './placedHunks';
import type { ChangedResource } from './sourceControl';

/** Resolves a command's target from a tree row, lens or menu argument, or from the editor. */
export class ChangeTargets {
  constructor(
    private readonly list: ChangeList,
    private readonly editors: ChangeEditors,
  ) {}

  /**
   * Finds the change for a command's arguments: a tree row; path, channel and lines of a lens; or
   * file, changes and index from VS Code's peek view. Defaults to the change at the cursor.
   * @throws UserError `change.none`
   */
  async hunk(
    first: unknown,
    second: unknown,
    third: unknown,
    fourth: unknown,
  ): Promise<PlacedHunk> {
    await this.lookAgain(this.pathOf(first));
    const found = isNode(first) ? hunkOfNode(first) : this.placed(first, second, third, fourth);
    // The row may be outdated.
    const now = found && this.editors.present(found);
    if (!now) {
      const message =
        first === undefined
          ? vscode.l10n.t('There is no agent change at the cursor.')
          : vscode.l10n.t('This change is no longer there.');
      throw new UserError('change.none', message);
    }
    return now;
  }

  /** Finds the file of a list row, the Explorer or an editor title; defaults to the active one. */
  async files(target: unknown): Promise<readonly FileView[]> {
    await this.lookAgain(this.pathOf(target));
    const node = toNode(target);
    if (node) {
      return this.ofNode(node);
    }
    const path = this.pathOf(target);
    const views = path === undefined ? [] : this.list.at(path);
    if (views.length === 0) {
      throw new UserError('change.none', vscode.l10n.t('This file has no agent changes.'));
    }
    return views;
  }

  async all(): Promise<readonly FileView[]> {
    await this.list.settled();
    return this.list.all;
  }

  /**
   * Returns the changes of a conversation, given its row or its group in the Source Control view.
   * @throws UserError `change.noConversation`
   */
  async conversation(target: unknown): Promise<readonly FileView[]> {
    await this.list.settled();
    const node = toNode(target);
    if (node) {
      return this.ofNode(node);
    }
    if (isGroup(target)) {
      return this.list.all.filter(({ channel }) => channel.record.channelId === target.id);
    }
    const message = vscode.l10n.t('Choose a conversation in the Changes view.');
    throw new UserError('change.noConversation', message);
  }

  /** Returns the line that a tree row stands for, from 0. */
  lineOf(target: unknown): number {
    return isNode(target) && target.kind === 'hunk' ? target.hunk.now.start : 0;
  }

  /** Updates the list, so that the user's latest typing counts. */
  private async lookAgain(path: string | undefined): Promise<void> {
    this.list.refresh(path === undefined ? [] : [path]);
    await this.list.settled();
  }

  private pathOf(target: unknown): string | undefined {
    const node = toNode(target);
    if (node) {
      return node.kind === 'conversation' ? undefined : node.view.review.path;
    }
    if (target instanceof vscode.Uri) {
      return target.fsPath;
    }
    if (typeof target === 'string') {
      return target;
    }
    return target === undefined ? this.editors.activePath() : undefined;
  }

  private ofNode(node: ChangeNode): readonly FileView[] {
    return node.kind === 'conversation'
      ? this.list.all.filter(({ channel }) => channel === node.channel)
      : this.list.at(node.view.review.path).filter(({ channel }) => channel === node.view.channel);
  }

  private placed(
    first: unknown,
    second: unknown,
    third: unknown,
    fourth: unknown,
  ): PlacedHunk | undefined {
    if (typeof first === 'string') {
      const isPlace =
        typeof second === 'string' && typeof third === 'number' && typeof fourth === 'number';
      return isPlace ? this.editors.hunkAt(first, second, third, fourth) : undefined;
    }
    if (first instanceof vscode.Uri && Array.isArray(second) && typeof third === 'number') {
      const change: unknown = second[third];
      return isLineChange(change)
        ? this.editors.hunkWithin(
            first.fsPath,
            change.modifiedStartLineNumber,
            change.modifiedEndLineNumber,
          )
        : undefined;
    }
    // An editor's title menu passes its file.
    const isAtCursor = first === undefined || first instanceof vscode.Uri;
    return isAtCursor ? this.editors.hunkAtCursor() : undefined;
  }
}

function hunkOfNode(node: ChangeNode): PlacedHunk | undefined {
  return node.kind === 'hunk' ? node : undefined;
}

/** Identifies our tree rows: VS Code passes back the original object, which only we can create. */
function isNode(value: unknown): value is ChangeNode {
  if (typeof value !== 'object' || value === null || !('kind' in value)) {
    return false;
  }
  return value.kind === 'conversation'
    ? 'channel' in value && value.channel instanceof ChannelReview
    : 'view' in value && isView(value.view) && (value.kind === 'file' || 'hunk' in value);
}

function isView(value: unknown): value is FileView {
  return (
    typeof value === 'object' &&
    value !== null &&
    'review' in value &&
    'channel' in value &&
    value.channel instanceof ChannelReview
  );
}

/** Converts file rows of VS Code's Source Control view; it passes groups with only their id. */
function toNode(value: unknown): ChangeNode | undefined {
  if (isNode(value)) {
    return value;
  }
  return isResource(value) ? { kind: 'file', view: value.view } : undefined;
}

function isResource(value: unknown): value is ChangedResource {
  return typeof value === 'object' && value !== null && 'view' in value && isView(value.view);
}

function isGroup(value: unknown): value is { readonly id: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'resourceStates' in value &&
    'id' in value &&
    typeof value.id === 'string'
  );
}

interface LineChange {
  readonly modifiedStartLineNumber: number;
  readonly modifiedEndLineNumber: number;
}

function isLineChange(value: unknown): value is LineChange {
  return (
    typeof value === 'object' &&
    value !== null &&
    'modifiedStartLineNumber' in value &&
    typeof value.modifiedStartLineNumber === 'number' &&
    'modifiedEndLineNumber' in value &&
    typeof value.modifiedEndLineNumber === 'number'
  );
}
