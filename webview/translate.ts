import * as l10n from '@vscode/l10n';
import { speak } from '../src/base/locale';

/** Reads the texts of the display language, which the host put into the document. */
export function translate(): void {
  const contents = document.getElementById('translations')?.textContent;
  if (contents) {
    l10n.config({ contents });
  }
  speak(document.documentElement.lang);
}
