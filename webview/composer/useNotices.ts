import { useState } from 'preact/hooks';
import { useActions } from '../store/pageContext';

interface Notices {
  readonly notices: readonly string[];
  /** Replaces the notices and announces the new ones. */
  tell(texts: readonly string[]): void;
  clear(): void;
}

/** Notices below the message box, such as a rejected image. */
export function useNotices(): Notices {
  const { announce } = useActions();
  const [notices, setNotices] = useState<readonly string[]>([]);
  const tell = (texts: readonly string[]) => {
    setNotices(texts);
    for (const text of texts) {
      announce(text);
    }
  };
  return { notices, tell, clear: () => setNotices([]) };
}
