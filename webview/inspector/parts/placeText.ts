import * as l10n from '@vscode/l10n';
import { numberText } from '../../../src/base/locale';
import type { BlockPlace } from '../../../src/contract/modelCalls';
import { cutText } from './cutText';

/** Names a place in a request, such as "Tool 4 · Bash" or "Message 12 · user · block 3". */
export function placeText({ part, index, block, name }: BlockPlace): string {
  const number = numberText(index + 1);
  const texts = [partText(part, number)];
  if (name !== undefined && name !== '') {
    texts.push(cutText(name, 80));
  }
  if (block !== undefined) {
    texts.push(l10n.t('block {0}', block + 1));
  }
  return texts.join(' · ');
}

function partText(part: BlockPlace['part'], number: string): string {
  switch (part) {
    case 'tools':
      return l10n.t('Tool {0}', number);
    case 'system':
      return l10n.t('System prompt {0}', number);
    case 'messages':
      return l10n.t('Message {0}', number);
  }
}
