import { randomUUID } from 'node:crypto';
import type { Attachment, AttachmentOrigin, Draft } from '../../contract/draft';
import type { Mention, SentContext } from '../../contract/mentions';
import type { ContextBlock } from '../../protocol/agentSource';
import type { StoredMessage } from './channelRecord';

type TextAttachment = Extract<Attachment, { kind: 'text' }>;

/** UTF-16 units of a heading. */
const longestTitle = 300;
/** Names that a queued message shows. */
const mostNames = 20;

/** Names everything that a message brings along besides its text, its images and its mentions. */
export function namesOfContext({ attachments = [], context = [] }: StoredMessage): string[] {
  const names = [...context.map(({ title }) => title), ...attachments.map(({ name }) => name)];
  return names.slice(0, mostNames).map(oneLine);
}

export function blockOfAttachment(attachment: Attachment): ContextBlock {
  const { name } = attachment;
  if (attachment.kind === 'pdf') {
    return { kind: 'pdf', title: name, data: attachment.data };
  }
  const { text, origin } = attachment;
  const title = titleOf(attachment);
  return { kind: origin === 'shell' ? 'shell' : 'text', title, text };
}

/** The format is part of the title: nothing else of it is stored with a message. */
function titleOf({ name, convertedFrom }: TextAttachment): string {
  return convertedFrom === undefined ? name : `${name} (converted from ${convertedFrom})`;
}

function namesIn(title: string): Pick<TextAttachment, 'name' | 'convertedFrom'> {
  const [, name, convertedFrom] = /^(.+) \(converted from ([^()]{1,60})\)$/s.exec(title) ?? [];
  return name && convertedFrom ? { name, convertedFrom } : { name: title };
}

/** Replaces what no API takes in a text, and what would break a heading into lines. */
export function cleanBlock(block: ContextBlock): ContextBlock {
  const title = oneLine(block.title);
  return 'text' in block ? { ...block, title, text: wellFormed(block.text) } : { ...block, title };
}

export function toSentContext(
  block: ContextBlock,
  attachments: readonly Attachment[] = [],
): SentContext {
  const { kind, title } = block;
  const own = attachments.find(one => hasSameContent(cleanBlock(blockOfAttachment(one)), block));
  const facts = { kind, title, ...(own ? { attachment: own.id } : {}) };
  return 'text' in block
    ? { ...facts, size: block.text.length, text: block.text }
    : { ...facts, size: decodedLength(block.data), data: block.data };
}

export function hasSameContent(a: ContextBlock, b: ContextBlock): boolean {
  return 'text' in a ? 'text' in b && a.text === b.text : 'data' in b && a.data === b.data;
}

/**
 * Converts a message back to a draft. A selection that was frozen when it was sent becomes an
 * attachment, because the editor may show something else by now. A file that was only open is left
 * out: the chip of the editor names the present one.
 */
export function toDraft({
  text,
  images,
  mentions,
  attachments = [],
  context = [],
}: StoredMessage): Draft {
  const frozen = context.flatMap(block =>
    'text' in block && block.kind !== 'openFile'
      ? [attachmentOf(block.title, block.text, originOf(block, []))]
      : [],
  );
  const all = [...attachments, ...frozen];
  return {
    ...{ text, images },
    ...(mentions ? { mentions } : {}),
    ...(all.length > 0 ? { attachments: all } : {}),
  };
}

/**
 * Converts content of a sent message to attachments. Content of mentions is read anew when the
 * message is sent again, unless nobody knows the mention any more.
 */
export async function attachmentsOf(
  context: readonly SentContext[],
  mentions: readonly Mention[],
  read: (context: SentContext) => Promise<string | undefined>,
): Promise<readonly Attachment[]> {
  const known = new Set<string>(mentions.map(({ target }) => target.kind));
  const kept = context.filter(
    ({ kind, attachment }) => attachment || (kind !== 'openFile' && !known.has(kind)),
  );
  const attachments = await Promise.all(
    kept.map(async one => {
      const content = await read(one);
      if (content === undefined) {
        return [];
      }
      const { kind, title: name, attachment: id = randomUUID() } = one;
      return kind === 'pdf'
        ? [{ id, name, kind, data: content }]
        : [{ ...attachmentOf(name, content, originOf(one, mentions)), ...namesIn(name), id }];
    }),
  );
  return attachments.flat();
}

/** Only pasted texts stand inside the text of a message. */
function originOf(
  { kind, attachment }: Pick<SentContext, 'kind' | 'attachment'>,
  mentions: readonly Mention[],
): AttachmentOrigin {
  const isInText = mentions.some(
    ({ target }) => target.kind === 'attachment' && target.id === attachment,
  );
  return kind === 'shell' ? 'shell' : isInText ? 'paste' : 'file';
}

function attachmentOf(name: string, text: string, origin: AttachmentOrigin) {
  return { id: randomUUID(), name, kind: 'text', origin, text } as const;
}

function oneLine(title: string): string {
  const line = wellFormed(title)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '_')
    .trim();
  return line.length > longestTitle ? wellFormed(`${line.slice(0, longestTitle - 2)}…`) : line;
}

/** The API refuses lone surrogates and zero bytes. */
function wellFormed(text: string): string {
  return text.replace(/[\p{Cs}\0]/gu, '\ufffd');
}

/** Returns the size of base64 data in bytes. */
export function decodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, (base64.length / 4) * 3 - padding);
}
