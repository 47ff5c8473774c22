import * as l10n from '@vscode/l10n';
import type { ToolView } from './parts/toolView';

/** The id of a background command means nothing to the user, and the result only repeats it. */
export const shellStop: ToolView<'shellStop'> = {
  icon: 'debug-stop',
  heading: () => l10n.t('Stopped a background command'),
  shownTarget: () => undefined,
  isOneLine: () => true,
};
