import { numberText } from '../../src/base/locale';
import { warmUpTimes } from '../transcript/Timestamp';
import { warmUpLexer } from '../ui/markdown/lex';

/** Prepares what the first answer would otherwise wait for; call it while the page is idle. */
export function warmUp(): void {
  warmUpLexer();
  warmUpTimes();
  numberText(0);
}
