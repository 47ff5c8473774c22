import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { characterTitle } from '../../../tools/parts/invisibleCharacters';
import { codeOf, findInvisible, type InvisibleCharacter } from '../invisible';

const key = new PluginKey<DecorationSet>('invisibleMarks');

/** Shows invisible characters by their codes, and keeps them from reordering what follows. */
export function invisibleMarks(): Plugin {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_config, { doc }) => marksOf(doc),
      apply: (transaction, marks) => (transaction.docChanged ? marksOf(transaction.doc) : marks),
    },
    props: { decorations: state => key.getState(state) },
  });
}

/** Findings in texts that did not change since the last key. */
const known = new WeakMap<Node, readonly InvisibleCharacter[]>();

function marksOf(doc: Node): DecorationSet {
  const marks: Decoration[] = [];
  doc.forEach((line, start) => {
    let found = known.get(line);
    if (!found) {
      found = findInLine(line);
      known.set(line, found);
    }
    for (const { char, index } of found) {
      const from = start + 1 + index;
      marks.push(
        Decoration.inline(from, from + char.length, {
          class: 'invisible-char',
          title: characterTitle(char),
          'data-code': codeOf(char),
        }),
      );
    }
  });
  return marks.length > 0 ? DecorationSet.create(doc, marks) : DecorationSet.empty;
}

function findInLine(line: Node): readonly InvisibleCharacter[] {
  // A chip is one position long, and its text is its own matter.
  return findInvisible(line.textBetween(0, line.content.size, undefined, '\ufffc'));
}
