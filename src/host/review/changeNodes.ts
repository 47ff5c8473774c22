import type { ChannelReview } from '../../core/edits/review/channelReview';
import type { FileView } from '../../core/edits/review/fileView';
import type { ReviewHunk } from '../../core/edits/review/reviewText';
import { linesOfHunk } from './placedHunks';

interface ConversationNode {
  readonly kind: 'conversation';
  readonly channel: ChannelReview;
}

interface FileNode {
  readonly kind: 'file';
  view: FileView;
}

interface HunkNode {
  readonly kind: 'hunk';
  view: FileView;
  hunk: ReviewHunk;
}

export type ChangeNode = Readonly<ConversationNode> | Readonly<FileNode> | Readonly<HunkNode>;

/**
 * Elements of the tree of changes. A conversation, file or change keeps its element while listed,
 * because commands of a replaced row arrive without it.
 */
export class ChangeNodes {
  private conversations: ReadonlyMap<ChannelReview, ConversationNode> = new Map();
  private files: ReadonlyMap<string, FileNode> = new Map();
  private hunks: ReadonlyMap<string, HunkNode> = new Map();
  private children = new Map<ChangeNode | undefined, readonly ChangeNode[]>();

  /** All nodes, at any depth. */
  get all(): readonly ChangeNode[] {
    return [...this.children.values()].flat();
  }

  /** Returns the children of a node, or the nodes of the first level. */
  childrenOf(node?: ChangeNode): readonly ChangeNode[] {
    return this.children.get(node) ?? [];
  }

  /** Groups the changes by conversation if there are several. */
  update(views: readonly FileView[]): void {
    this.children = new Map();
    const files = this.updateFiles(views);
    const channels = [...new Set(views.map(({ channel }) => channel))];
    const before = this.conversations;
    this.conversations = new Map(
      channels.length > 1
        ? channels.map(channel => [
            channel,
            before.get(channel) ?? { kind: 'conversation', channel },
          ])
        : [],
    );
    for (const node of this.conversations.values()) {
      this.children.set(
        node,
        files.filter(({ view }) => view.channel === node.channel),
      );
    }
    this.children.set(undefined, channels.length > 1 ? [...this.conversations.values()] : files);
  }

  private updateFiles(views: readonly FileView[]): readonly FileNode[] {
    const { files: before, hunks: hunksBefore } = this;
    const files = new Map<string, FileNode>();
    const hunks = new Map<string, HunkNode>();
    for (const view of views) {
      const key = fileKey(view);
      const file = before.get(key) ?? { kind: 'file', view };
      file.view = view;
      files.set(key, file);
      const children = view.hunks.map(hunk => {
        const id = hunkKey(view, hunk);
        const node = sameChange(hunksBefore.get(id), view, hunk) ?? { kind: 'hunk', view, hunk };
        node.view = view;
        node.hunk = hunk;
        hunks.set(id, node);
        return node;
      });
      this.children.set(file, children);
    }
    this.files = files;
    this.hunks = hunks;
    return [...files.values()];
  }
}

/** Identifies a file of a conversation. */
export function fileKey({ channel, review }: FileView): string {
  return `${channel.record.channelId}:${review.path}`;
}

/** Identifies a change by its place. */
export function hunkKey(view: FileView, { now, before }: ReviewHunk): string {
  return `${fileKey(view)}:${now.start}:${before.start}`;
}

/** Returns the node if it stands for the same lines, and not for a later change at their place. */
function sameChange(
  node: HunkNode | undefined,
  view: FileView,
  hunk: ReviewHunk,
): HunkNode | undefined {
  return node && linesOfHunk(node) === linesOfHunk({ view, hunk }) ? node : undefined;
}
