import * as l10n from '@vscode/l10n';
import { spelledOut } from '../tools/parts/invisibleCharacters';
import { IconButton } from '../ui/Button';
import { type Owner, useSectionActions } from './sectionContext';

interface PreviewButtonProps {
  readonly owner: Owner;
  readonly action: string;
  /** Name of the action and of what it is done to. */
  readonly label: string;
}

/** Shows as a diff what an action would change, and changes nothing. */
export function PreviewButton({ owner, action, label }: PreviewButtonProps) {
  const { act } = useSectionActions();
  return (
    <IconButton
      icon="diff"
      label={l10n.t('Preview Changes: {0}', spelledOut(label))}
      onClick={() => void act(owner, action, { isPreview: true })}
    />
  );
}
