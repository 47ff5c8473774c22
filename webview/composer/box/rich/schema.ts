import { type Node, Schema } from 'prosemirror-model';
import type { Attachment } from '../../../../src/contract/draft';
import type { Mention } from '../../../../src/contract/mentions';

/** Attributes of a chip. The content of an attachment stays with it through undo and copying. */
export interface ChipAttributes {
  readonly mention: Mention;
  readonly attachment: Attachment | null;
}

/** Lines of text with chips. Each line is a paragraph, so that it finds its own direction. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'line+' },
    line: {
      content: '(text | chip)*',
      whitespace: 'pre',
      toDOM: () => ['p', { dir: 'auto' }, 0],
      parseDOM: [{ tag: 'p' }, { tag: 'div' }],
    },
    text: {},
    chip: {
      inline: true,
      atom: true,
      selectable: false,
      attrs: { mention: {}, attachment: { default: null } },
      // Drawn by `ChipView`; this is what a drag carries.
      toDOM: node => ['span', chipOf(node).mention.token],
      leafText: node => chipOf(node).mention.token,
    },
  },
});

export const { chip: chipType } = schema.nodes;

/** Returns the attributes of a node of type `chip`. */
export function chipOf(node: Node): ChipAttributes {
  return node.attrs as ChipAttributes;
}
