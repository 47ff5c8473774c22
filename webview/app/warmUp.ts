import { numberText } from '../../src/base/locale';
import type { Actions } from '../store/actions';
import { warmUpTimes } from '../transcript/Timestamp';
import { warmUpLexer } from '../ui/markdown/lex';
import { rehearse } from './rehearsal';

/** Prepares what the user would otherwise wait for; call it while the page is idle. */
export function warmUp(actions: Actions, loadFind: () => Promise<unknown>): void {
  warmUpLexer();
  warmUpTimes();
  numberText(0);
  rehearse(actions);
  // A chunk that cannot be loaded is reported where a turn needs it.
  import('../store/announcements').catch(() => undefined);
  // From now on, keys that follow Ctrl+F at once go to its bar.
  loadFind().catch(() => undefined);
}
