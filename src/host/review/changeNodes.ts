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
  private hunks: ReadonlyMap<FileNode, readonly HunkNode[]> = new Map();
  private children: ReadonlyMap<ChangeNode | undefined, readonly ChangeNode[]> = new Map();

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
    this.updateFiles(views);
    const files = [...this.files.values()];
    const channels = [...new Set(views.map(({ channel }) => channel))];
    const before = this.conversations;
    const nodes = (channels.length > 1 ? channels : []).map(
      (channel): ConversationNode => before.get(channel) ?? { kind: 'conversation', channel },
    );
    this.conversations = new Map(nodes.map(node => [node.channel, node]));
    this.children = new Map<ChangeNode | undefined, readonly ChangeNode[]>([
      [undefined, nodes.length > 0 ? nodes : files],
      ...nodes.map(
        node => [node, files.filter(({ view }) => view.channel === node.channel)] as const,
      ),
      ...this.hunks,
    ]);
  }

  private updateFiles(views: readonly FileView[]): void {
    const { files: filesBefore, hunks: hunksBefore } = this;
    const files = new Map<string, FileNode>();
    const hunks = new Map<FileNode, readonly HunkNode[]>();
    for (const view of views) {
      const key = fileKey(view);
      const file = filesBefore.get(key) ?? { kind: 'file', view };
      const known = hunksBefore.get(file) ?? [];
      const isSame = file.view === view && known.length === view.hunks.length;
      hunks.set(file, isSame ? known : hunkNodes(view, known));
      file.view = view;
      files.set(key, file);
    }
    this.files = files;
    this.hunks = hunks;
  }
}

/** Returns the nodes of a file's changes: the known one of each that is still at its place. */
function hunkNodes(view: FileView, known: readonly HunkNode[]): readonly HunkNode[] {
  const byKey = new Map(known.map(node => [hunkKey(node.view, node.hunk), node]));
  return view.hunks.map(hunk => {
    const node = byKey.get(hunkKey(view, hunk));
    // A later change at the same place has other lines: the command of a row must not reach it.
    if (!node || linesOfHunk(node) !== linesOfHunk({ view, hunk })) {
      return { kind: 'hunk', view, hunk };
    }
    node.view = view;
    node.hunk = hunk;
    return node;
  });
}

/**
 * Returns what the row of a node is made of: objects that are replaced when they change. While
 * somebody types in one file, those of all others stay.
 * @returns `undefined` if the row is made of several files
 */
export function partsOf(node: ChangeNode): readonly unknown[] | undefined {
  switch (node.kind) {
    case 'conversation':
      return undefined;
    case 'file':
      return [node.view];
    case 'hunk':
      return [node.view, node.hunk];
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
