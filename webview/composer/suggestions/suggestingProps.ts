import type { Draft } from '../../../src/contract/draft';
import type { BoxList, MessageBox, TypedWord } from '../box/messageBox';

/** Parts of the composer that the lists need. */
export interface SuggestingProps {
  readonly word: TypedWord | undefined;
  readonly keeper: DraftWriter;
  readonly box: Pick<MessageBox, 'replaceWord'>;
  readonly onSend: () => void;
  /** Gives the box the open list, which takes keys first. */
  readonly onList: (list: BoxList | undefined) => void;
}

/** Changes the draft. */
export interface DraftWriter {
  change(change: (draft: Draft) => Draft): void;
}
