import { useEffect, useState } from 'preact/hooks';
import type { Text } from '../../../src/contract/content';
import { useCardPage } from './useCardPage';

interface CopyTextProps {
  /** Text to copy, or a function that builds it. */
  readonly text: Text | (() => Promise<string>);
  /** Name of the copied text, such as "command" or "output". */
  readonly what: string;
}

/** Copies a whole text, including parts stored by the host, and briefly shows the result. */
export function CopyText({ text, what }: CopyTextProps) {
  const page = useCardPage();
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
      page.copy(await (typeof text === 'function' ? text() : page.fullText(text)));
      setState('copied');
    } catch {
      // The blob may have gone with its conversation; the button shows the failure.
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
