import { useState } from 'preact/hooks';
import type { Draft } from '../../src/contract/draft';
import { findInvisible, withoutInvisible } from './box/invisible';
import { piecesOf, textOf } from './box/pieces';
import type { DraftKeeper } from './useDraft';

export interface InvisibleCheck {
  /** Characters that the user was told of and has not decided about. */
  readonly found: readonly string[];
  /** @returns true if the message may be sent; otherwise asks */
  passes(draft: Draft): boolean;
  /** Removes them from the message. */
  remove(): void;
  dismiss(): void;
}

/** Asks before invisible characters are sent. Those in the name of a file belong to it. */
export function useInvisibleCheck(keeper: DraftKeeper): InvisibleCheck {
  const [isAsking, setAsking] = useState(false);
  const found = isAsking ? invisibleIn(keeper.draft) : [];
  return {
    found,
    passes(draft) {
      const hasAny = invisibleIn(draft).length > 0;
      setAsking(hasAny);
      return !hasAny;
    },
    remove() {
      setAsking(false);
      keeper.change(old => ({
        ...old,
        text: textOf(
          piecesOf(old.text, old.mentions).map(piece =>
            typeof piece === 'string' ? withoutInvisible(piece) : piece,
          ),
        ),
      }));
    },
    dismiss: () => setAsking(false),
  };
}

function invisibleIn({ text, mentions }: Draft): string[] {
  return piecesOf(text, mentions)
    .filter(piece => typeof piece === 'string')
    .flatMap(piece => findInvisible(piece).map(({ char }) => char));
}
