import { useEffect, useState } from 'preact/hooks';

type Cards = typeof import('./allCards');

/**
 * Cards come in a chunk of their own, so that the first paint waits for less. It is asked for at
 * once and is there, as a rule, before the host has answered.
 */
let loaded: Cards | undefined;
const loading = import('./allCards').then(cards => {
  loaded = cards;
  return cards;
});

/** The cards; undefined for the moment in which they are still on their way. */
export function useCards(): Cards | undefined {
  const [cards, setCards] = useState(loaded);
  useEffect(() => {
    if (!cards) {
      void loading.then(setCards);
    }
  }, [cards]);
  return cards;
}
