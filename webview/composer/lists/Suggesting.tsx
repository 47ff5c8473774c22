import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePageState } from '../../store/pageContext';
import { useMentions } from '../mentionList/useMentions';
import { useSlash } from '../slash/useSlash';
import { SuggestionList } from '../suggestions/SuggestionList';
import type { SuggestingProps } from '../suggestions/suggestingProps';
import { useSuggestions } from '../suggestions/useSuggestions';

/** List of mentions or commands for the word at the caret. */
export function Suggesting({ word, keeper, box, onSend, onList }: SuggestingProps) {
  const slash = useSlash({ word, keeper, box, onSend });
  const mentions = useMentions({ word, box });
  const sendWith = usePageState(state => state.config.sendWith);
  const open = useSuggestions(word, slash ?? mentions, () => {
    if (sendWith !== 'modifierEnter') {
      onSend();
    }
  });
  const latest = useRef(open);
  latest.current = open;
  const { listId, optionId } = open ?? {};
  // A key may come before the next render: the newest list takes it.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => latest.current?.handleKey(event) === true;
    onList(listId === undefined ? undefined : { listId, optionId, handleKey });
  }, [listId, optionId]);
  useLayoutEffect(() => () => onList(undefined), []);
  return open ? <SuggestionList open={open} /> : null;
}
