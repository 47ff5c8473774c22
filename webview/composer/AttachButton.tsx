import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { lacks } from '../../src/contract/agentFeatures';
import { usePageState } from '../store/pageContext';
import { IconButton } from '../ui/Button';

interface AttachButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
}

export function AttachButton({ onFiles }: AttachButtonProps) {
  const isBlind = usePageState(state => lacks(state.conversation.summary.choices, 'images'));
  const input = useRef<HTMLInputElement>(null);
  const handleChange = () => {
    const field = input.current;
    onFiles([...(field?.files ?? [])]);
    if (field) {
      // Allows the user to pick the same file again after removing it.
      field.value = '';
    }
  };
  return (
    <>
      <input ref={input} type="file" hidden multiple onChange={handleChange} />
      <IconButton
        label={l10n.t('Attach')}
        hint={
          isBlind
            ? l10n.t('PDF, Office, text; paste or Shift+drop works, too')
            : l10n.t('images, PDF, Office, text; paste or Shift+drop works, too')
        }
        icon="attach"
        onClick={() => input.current?.click()}
      />
    </>
  );
}
