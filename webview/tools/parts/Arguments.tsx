import * as l10n from '@vscode/l10n';
import { resolveBlobs } from './blobRefs';
import { CopyText } from './CopyText';
import { useCardPage } from './useCardPage';
import { Values } from './Values';

interface ArgumentsProps {
  readonly values: Readonly<Record<string, unknown>>;
  readonly id: string;
  readonly title?: string;
}

/** Arguments of a call without a view of its own. */
export function Arguments({ values, id, title = l10n.t('Arguments') }: ArgumentsProps) {
  const page = useCardPage();
  if (Object.keys(values).length === 0) {
    return <p class="tool-note">{l10n.t('No arguments')}</p>;
  }
  const written = async () => JSON.stringify(await resolveBlobs(values, page.fullText), null, 2);
  return (
    <div class="tool-block">
      <div class="tool-block-bar">
        <span class="tool-block-name">{title}</span>
        <CopyText text={written} label={l10n.t('Copy Arguments')} />
      </div>
      <Values values={values} id={id} />
    </div>
  );
}
