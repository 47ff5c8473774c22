import { closeHistory } from 'prosemirror-history';
import type { Transaction } from 'prosemirror-state';
import { chipsOf } from './document';

/**
 * Makes the removal of a chip a step of its own for Undo, which else depended on how fast the user
 * typed: what was written or deleted just before stays as it is.
 */
export function withOwnStep(transaction: Transaction): Transaction {
  const isRemoval =
    transaction.docChanged && chipsOf(transaction.doc).length < chipsOf(transaction.before).length;
  return isRemoval ? closeHistory(transaction) : transaction;
}
