import type { Node } from 'prosemirror-model';
import { Plugin, TextSelection } from 'prosemirror-state';
import { continuesToken, isOpenEnded } from '../pieces';
import { chipOf, chipType } from './schema';

/**
 * Keeps chips apart from what is typed beside them: in plain text, a letter right after
 * `@src/a.ts` would make it another path, and one before it hides the sign.
 */
export function chipSpaces(): Plugin {
  return new Plugin({
    appendTransaction(transactions, before, { doc, tr, selection }) {
      const isEdit = transactions.some(
        transaction =>
          transaction.docChanged &&
          !transaction.getMeta('history$') &&
          transaction.getMeta('composition') === undefined,
      );
      if (!isEdit || before.doc.eq(doc)) {
        return null;
      }
      const gaps: number[] = [];
      doc.forEach((line, start) => {
        if (line.childCount > 1) {
          gaps.push(...gapsOf(line).map(offset => start + 1 + offset));
        }
      });
      if (gaps.length === 0) {
        return null;
      }
      for (const position of gaps.reverse()) {
        tr.insertText(' ', position);
      }
      // A word that is typed before a chip goes on before the blank.
      return selection.empty
        ? tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(selection.head, -1)))
        : tr;
    },
  });
}

/** Returns the offsets in a line at which a blank is missing. */
function gapsOf(line: Node): number[] {
  const gaps: number[] = [];
  line.forEach((node, offset, index) => {
    const previous = index > 0 ? line.child(index - 1) : undefined;
    if (previous && isGap(previous, node)) {
      gaps.push(offset);
    }
  });
  return gaps;
}

function isGap(left: Node, right: Node): boolean {
  if (left.type === chipType) {
    const { token } = chipOf(left).mention;
    const next = right.isText ? (right.text ?? '') : chipOf(right).mention.token;
    return isOpenEnded(token) && (continuesToken(next) || next.startsWith('@'));
  }
  return (
    right.type === chipType &&
    chipOf(right).mention.token.startsWith('@') &&
    /[\p{L}\p{N}_]$/u.test(left.text ?? '')
  );
}
