import { deepEqual } from '../../base/json';
import type { SessionId } from '../../contract/ids';
import type { Group } from './grouping';
import type { SessionRow } from './sessionRow';

export interface GroupNode {
  readonly kind: 'group';
  /** Unique among groups. */
  readonly key: string;
  heading: Group['heading'];
  children: readonly SessionNode[];
}

export interface SessionNode {
  readonly kind: 'session';
  readonly id: SessionId;
  row: SessionRow;
  /** Age in words, shown in addition to the row. */
  age: string;
}

export type ListNode = GroupNode | SessionNode;

/** Nodes that the tree must redraw: everything, or these nodes with their children. */
export type NodeChange = 'all' | readonly ListNode[];

/**
 * Nodes of the tree. A conversation or group keeps its node while listed, so that selection and
 * expansion survive and only changes are redrawn.
 */
export class SessionNodes {
  private readonly sessions = new Map<SessionId, SessionNode>();
  private readonly groups = new Map<string, GroupNode>();
  private current: readonly GroupNode[] = [];

  get roots(): readonly GroupNode[] {
    return this.current;
  }

  node(id: SessionId): SessionNode | undefined {
    return this.sessions.get(id);
  }

  /** @returns the changes; undefined if there are none */
  update(groups: readonly Group[], ageOf: (row: SessionRow) => string): NodeChange | undefined {
    const before = this.current;
    const changed: ListNode[] = [];
    const listed = new Set<SessionId>();
    this.current = groups.map(group => {
      const node = this.groupNode(group);
      const children = group.rows.map(row => {
        listed.add(row.id);
        return this.sessionNode(row, ageOf(row), changed);
      });
      if (!isSameList(node.children, children)) {
        node.children = children;
        changed.push(node);
      }
      return node;
    });
    this.forgetOthers(listed);
    if (!isSameList(before, this.current)) {
      return 'all';
    }
    return changed.length > 0 ? changed : undefined;
  }

  private groupNode({ heading }: Group): GroupNode {
    const key = heading.kind === 'time' ? heading.time : `folder:${heading.folder}`;
    const node = this.groups.get(key) ?? { kind: 'group', key, heading, children: [] };
    this.groups.set(key, node);
    node.heading = heading;
    return node;
  }

  private sessionNode(row: SessionRow, age: string, changed: ListNode[]): SessionNode {
    const known = this.sessions.get(row.id);
    if (!known) {
      const node: SessionNode = { kind: 'session', id: row.id, row, age };
      this.sessions.set(row.id, node);
      return node;
    }
    if (known.age !== age || !deepEqual(known.row, row)) {
      known.row = row;
      known.age = age;
      changed.push(known);
    }
    return known;
  }

  private forgetOthers(listed: ReadonlySet<SessionId>): void {
    for (const id of this.sessions.keys()) {
      if (!listed.has(id)) {
        this.sessions.delete(id);
      }
    }
    const keys = new Set(this.current.map(({ key }) => key));
    for (const key of this.groups.keys()) {
      if (!keys.has(key)) {
        this.groups.delete(key);
      }
    }
  }
}

function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}
