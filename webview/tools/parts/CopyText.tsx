import { useEffect, useState } from 'preact/hooks';
import type { Text } from '../../../src/contract/content';
import { usePage } from './page';

interface CopyTextProps {
  /** A function when the text must be put together first. */
  readonly text: Text | (() => Promise<string>);
  /** What is copied: "command", "output". */
  readonly what: string;
}

/** Copies the whole of a text, also what is with the host; says for a moment how it went. */
export function CopyText({ text, what }: CopyTextProps) {
  const page = usePage();
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') {
      return undefined;
    }
    const timer = setTimeout(() => setState('ready'), 1500);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      page.copy(await (typeof text === 'function' ? text() : page.wholeText(text)));
      setState('copied');
    } catch {
      // The blob may be gone with its conversation; the button says that nothing was copied.
      setState('failed');
    }
  };
  return (
    <button
      type="button"
      class="tool-copy"
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      onClick={() => void copy()}
    >
      {{ ready: 'Copy', copied: 'Copied', failed: 'Not copied' }[state]}
    </button>
  );
}
