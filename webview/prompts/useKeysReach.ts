import { useLayoutEffect, useState } from 'preact/hooks';
import { takesText } from '../ui/takesText';

/** @returns true while a digit key would answer: the page has the focus, and no text field does */
export function useKeysReach(): boolean {
  const [reach, setReach] = useState(doKeysReach);
  useLayoutEffect(() => {
    const look = () => setReach(doKeysReach());
    look();
    const ending = new AbortController();
    const { signal } = ending;
    document.addEventListener('focusin', look, { signal });
    // The focus is nowhere until this event is over.
    document.addEventListener('focusout', () => queueMicrotask(look), { signal });
    window.addEventListener('focus', look, { signal });
    window.addEventListener('blur', look, { signal });
    return () => ending.abort();
  }, []);
  return reach;
}

function doKeysReach(): boolean {
  return document.hasFocus() && !takesText(document.activeElement);
}
