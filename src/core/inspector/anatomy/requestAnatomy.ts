import { isReminder } from '../../../base/reminders';
import type {
  RequestAnatomy,
  RequestPart,
  RequestSection,
} from '../../../contract/inspector/callDetails';
import type { RecordedRequest } from '../../../contract/inspector/recordedCall';
import type { CallSizes } from '../../../contract/modelCalls';
import { blockPreview, blockText } from './blockText';
import { blocksOf, type RequestBlock } from './requestBlocks';
import { preview } from './shownTexts';
import { type Tokens, tokensBy } from './tokens';

/** Parts of a section that are listed; the figures count all. */
const mostParts = 5_000;
const mostOptions = 100;

/** Takes a request apart by section. Never throws. */
export function requestAnatomy(
  request: RecordedRequest,
  sizes: CallSizes | undefined,
): RequestAnatomy {
  const { blocks, options } = blocksOf(request);
  const tokens = tokensBy(sizes);
  const groups = new Map<string, { head: SectionHead; blocks: RequestBlock[] }>();
  for (const block of blocks) {
    const head = sectionOf(block);
    const group = groups.get(keyOf(head)) ?? { head, blocks: [] };
    group.blocks.push(block);
    groups.set(keyOf(head), group);
  }
  return {
    options: options
      .slice(0, mostOptions)
      .map(({ name, json }) => ({ name: name.slice(0, 100), text: preview(json) })),
    sections: [...groups.values()]
      .map(group => sectionWith(group.head, group.blocks, tokens))
      .toSorted((one, other) => rankOf(one) - rankOf(other)),
    headers: listed(request.headers),
    isCut: request.isCut,
  };
}

export function listed(
  headers: Readonly<Record<string, string>>,
): { readonly name: string; readonly value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

type SectionHead = Pick<RequestSection, 'kind' | 'server'>;

/** Sections in the order in which they are shown; those of servers come with their first tool. */
const order = ['system', 'reminders', 'ownTools', 'serverTools', 'messages'] as const;

function keyOf({ kind, server = '' }: SectionHead): string {
  return `${kind} ${server}`;
}

function rankOf({ kind }: SectionHead): number {
  return order.indexOf(kind);
}

function sectionOf(block: RequestBlock): SectionHead {
  switch (block.place.part) {
    case 'tools': {
      const server = /^mcp__(.+?)__/.exec(block.name ?? '')?.[1];
      return server === undefined ? { kind: 'ownTools' } : { kind: 'serverTools', server };
    }
    case 'system':
      return { kind: 'system' };
    case 'messages':
      return { kind: isByCli(block) ? 'reminders' : 'messages' };
  }
}

function isByCli(block: RequestBlock): boolean {
  return block.type === 'text' && block.name === 'user' && isReminder(blockText(block).text);
}

function sectionWith(
  head: SectionHead,
  blocks: readonly RequestBlock[],
  tokens: Tokens,
): RequestSection {
  const sum = (of: (block: RequestBlock) => number) =>
    blocks.reduce((total, block) => total + of(block), 0);
  return {
    ...head,
    bytes: sum(({ bytes }) => bytes),
    estimatedTokens: sum(tokens),
    parts: blocks.slice(0, mostParts).map(block => partOf(block, tokens)),
  };
}

function partOf(block: RequestBlock, tokens: Tokens): RequestPart {
  const { place, type, name, bytes, cacheMark } = block;
  return {
    ...{ place, type, bytes },
    ...(name === undefined ? {} : { name }),
    estimatedTokens: tokens(block),
    ...(cacheMark === undefined ? {} : { cacheMark }),
    preview: blockPreview(block),
  };
}
