import type { Links, Token, Tokens } from 'marked';
import {
  appendToGroups,
  type Block,
  type CodeBlockData,
  type Groups,
  groupsLength,
  isLoose,
  itemGroupSize,
  type ListBlock,
} from './blocks';
import type { Fence } from './fence';
import { noLinks } from './lex';

/** List whose first items are frozen. */
export interface OpenList {
  readonly start: number;
  readonly ordered: boolean;
  readonly first: number;
  readonly groups: Groups<Tokens.ListItem>;
  readonly loose: boolean;
}

export function codeBlock(
  fence: Fence,
  start: number,
  end: number,
  lines: Groups<string>,
  open: boolean,
): CodeBlockData {
  return { kind: 'code', start, end, info: fence.info, lines, open };
}

export function listBlock(
  token: Tokens.List,
  start: number,
  end: number,
  before: OpenList | undefined,
): ListBlock {
  return {
    kind: 'list',
    start: before?.start ?? start,
    end,
    ordered: token.ordered,
    first: before?.first ?? (token.start === '' ? 1 : token.start),
    loose: before?.loose === true || isLoose(token.items),
    groups: appendToGroups(before?.groups ?? [], token.items, itemGroupSize),
  };
}

export function frozenList(list: OpenList, end: number): ListBlock {
  return { kind: 'list', ...list, end };
}

/** Returns the previous block if it is unchanged, to avoid another render. */
export function reuse(before: Block | undefined, block: Block): Block {
  const same =
    before?.kind === 'token' &&
    block.kind === 'token' &&
    before.start === block.start &&
    before.token.type === block.token.type &&
    before.token.raw === block.token.raw;
  return same ? before : block;
}

export function sameShape(before: Block, block: Block): boolean {
  if (before.kind !== block.kind || before.end !== block.end) {
    return false;
  }
  if (before.kind === 'list' && block.kind === 'list') {
    const count = (list: ListBlock) => groupsLength(list.groups, itemGroupSize);
    return before.loose === block.loose && count(before) === count(block);
  }
  return before.kind !== 'token' || block.kind !== 'token'
    ? true
    : before.token.type === block.token.type;
}

/** Keeps definitions from frozen blocks; those in the tail may still change. */
export function knownLinks(
  known: Links,
  found: Links,
  frozen: readonly { readonly token: Token }[],
): Links {
  return frozen.some(({ token }) => token.raw.includes(']:'))
    ? Object.assign(noLinks(), found)
    : known;
}
