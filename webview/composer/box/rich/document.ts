import { Fragment, type Node, Slice } from 'prosemirror-model';
import type { Attachment, Draft } from '../../../../src/contract/draft';
import type { Mention } from '../../../../src/contract/mentions';
import type { Piece } from '../messageBox';
import { attachmentIds, type BoxContent, piecesOf } from '../pieces';
import { chipOf, chipType, schema } from './schema';

const { doc: docType, line: lineType } = schema.nodes;

/** Makes the document of a draft. */
export function documentOf({ text, mentions, attachments }: BoxContent): Node {
  return docType.create(null, linesOf(piecesOf(text, mentions), attachments));
}

/** Makes content to insert; the ends join with what is around. */
export function sliceOf(pieces: readonly Piece[], attachments: readonly Attachment[] = []): Slice {
  return new Slice(Fragment.from(linesOf(pieces, attachments)), 1, 1);
}

function linesOf(pieces: readonly Piece[], attachments: readonly Attachment[] = []): Node[] {
  const lines: Node[][] = [[]];
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      for (const [index, part] of piece.split('\n').entries()) {
        if (index > 0) {
          lines.push([]);
        }
        if (part !== '') {
          lines.at(-1)?.push(schema.text(part));
        }
      }
    } else {
      lines.at(-1)?.push(chipNode(piece, attachments));
    }
  }
  return lines.map(content => lineType.create(null, Fragment.from(content)));
}

/** A chip whose content is gone is still shown: the host says so when it is sent. */
function chipNode(mention: Mention, attachments: readonly Attachment[]): Node {
  const { target } = mention;
  const attachment =
    target.kind === 'attachment' ? attachments.find(({ id }) => id === target.id) : undefined;
  return chipType.create({ mention, attachment: attachment ?? null });
}

/** Text of lines that did not change since the last key, which are nearly all. */
const lineTexts = new WeakMap<Node, string>();

function lineText(line: Node): string {
  const known = lineTexts.get(line);
  if (known !== undefined) {
    return known;
  }
  let text = '';
  line.forEach(node => {
    text += node.isText ? (node.text ?? '') : chipOf(node).mention.token;
  });
  lineTexts.set(line, text);
  return text;
}

export function textOfDocument(doc: Node): string {
  const lines: string[] = [];
  doc.forEach(line => {
    lines.push(lineText(line));
  });
  return lines.join('\n');
}

/** Returns the chips of a document, each token once. */
export function chipsOf(doc: Node): ReturnType<typeof chipOf>[] {
  const chips = new Map<string, ReturnType<typeof chipOf>>();
  doc.forEach(line => {
    // Most lines are one text.
    if (line.childCount > 1 || line.firstChild?.type === chipType) {
      line.forEach(node => {
        if (node.type === chipType) {
          chips.set(chipOf(node).mention.token, chipOf(node));
        }
      });
    }
  });
  return [...chips.values()];
}

/**
 * Puts a document's content into a draft. Attachments that never were chips stay as they are.
 * @param seen ids of the attachments that were chips here before
 */
export function intoDraft(draft: Draft, doc: Node, seen: ReadonlySet<string>): Draft {
  const { mentions: _mentions, attachments = [], ...rest } = draft;
  const chips = chipsOf(doc);
  const mentions = chips.map(({ mention }) => mention);
  const inText = chips.flatMap(({ attachment }) => (attachment ? [attachment] : []));
  const mine = attachmentIds(mentions);
  const others = attachments.filter(({ id }) => !seen.has(id) && !mine.has(id));
  const all = [...others, ...inText];
  return {
    ...rest,
    text: textOfDocument(doc),
    ...(mentions.length > 0 ? { mentions } : {}),
    ...(all.length > 0 ? { attachments: all } : {}),
  };
}

/** Returns the position in a document of a place in its text. */
export function positionAt(doc: Node, offset: number): number {
  let left = offset;
  let position = 0;
  for (let index = 0; index < doc.childCount; index += 1) {
    const line = doc.child(index);
    const { length } = lineText(line);
    if (left <= length || index === doc.childCount - 1) {
      return position + 1 + positionInLine(line, Math.min(left, length));
    }
    left -= length + 1;
    position += line.nodeSize;
  }
  return position;
}

/** A place inside a token is the one after its chip. */
function positionInLine(line: Node, offset: number): number {
  let left = offset;
  let position = 0;
  for (let index = 0; index < line.childCount && left > 0; index += 1) {
    const node = line.child(index);
    const length = node.isText ? node.nodeSize : chipOf(node).mention.token.length;
    position += node.isText ? Math.min(left, length) : 1;
    left -= length;
  }
  return position;
}
