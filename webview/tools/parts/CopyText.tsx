import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import type { Text } from '../../../src/contract/content';
import { Icon } from '../../ui/Icon';
import { useCardPage } from './useCardPage';

interface CopyTextProps {
  /** Text to copy, or a function that builds it. */
  readonly text: Text | (() => Promise<string>);
  /** Accessible name and tooltip, such as "Copy Command". */
  readonly label: string;
}

type CopyState = 'ready' | 'copied' | 'failed';

const icons = { ready: 'copy', copied: 'check', failed: 'error' } as const;

/** Copies a whole text, including parts stored by the host, and briefly shows the result. */
export function CopyText({ text, label }: CopyTextProps) {
  const page = useCardPage();
  const [state, setState] = useState<CopyState>('ready');
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
  const name = stateText(state) ?? label;
  return (
    <button
      type="button"
      class="icon-button tool-copy"
      aria-label={name}
      title={name}
      onClick={() => void copy()}
    >
      <Icon name={icons[state]} />
    </button>
  );
}

function stateText(state: CopyState): string | undefined {
  switch (state) {
    case 'ready':
      return undefined;
    case 'copied':
      return l10n.t('Copied');
    case 'failed':
      return l10n.t('Not copied');
  }
}
