import * as l10n from '@vscode/l10n';
import type { FormObstacle, FormRequest } from '../../../src/contract/elicitation';
import { EscapedText } from '../../tools/parts/EscapedText';
import { fillIn } from '../../ui/fillIn';

/** Says which fields of a form are not shown, and whether it can be submitted without them. */
export function FormObstacles({
  request: { leftOut, obstacle },
}: {
  readonly request: FormRequest;
}) {
  return (
    <>
      {leftOut === undefined ? null : (
        <p class="prompt-fact">
          {fillIn(
            l10n.t('Not shown, because Tandem does not know their kind, and left empty: {0}'),
            <EscapedText text={leftOut.join(', ')} />,
          )}
        </p>
      )}
      {obstacle === undefined ? null : <p class="field-problem">{obstacleText(obstacle)}</p>}
    </>
  );
}

function obstacleText(obstacle: FormObstacle) {
  switch (obstacle.kind) {
    case 'unreadable':
      return l10n.t('The form cannot be read, so you can only decline or cancel.');
    case 'tooLong':
      return l10n.t('The form is too long to be shown, so you can only decline or cancel.');
    case 'tooMany':
      return l10n.t(
        'The form has {0} fields, more than can be shown. You can only decline or cancel.',
        obstacle.count,
      );
    case 'unknownFields':
      return fillIn(
        l10n.t('The form needs fields that cannot be shown: {0}. You can only decline or cancel.'),
        <EscapedText text={obstacle.names.join(', ')} />,
      );
  }
}
