import * as l10n from '@vscode/l10n';
import { useEffect, useState } from 'preact/hooks';
import { IconButton } from './Button';
import type { IconName } from './glyphs';

interface CopyButtonProps {
  readonly label: string;
  readonly icon?: IconName;
  /** Copies; resolves to false on failure. */
  readonly onCopy: () => Promise<boolean>;
}

const shownFor = 1500;

/** Button that copies and briefly confirms it. */
export function CopyButton({ label, icon = 'copy', onCopy }: CopyButtonProps) {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) {
      return undefined;
    }
    const timer = setTimeout(() => setCopied(0), shownFor);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await onCopy()) {
      setCopied(count => count + 1);
    }
  };
  return (
    <IconButton
      label={copied > 0 ? l10n.t('Copied') : label}
      icon={copied > 0 ? 'check' : icon}
      onClick={() => void copy()}
    />
  );
}
