import { blockText } from './blockText';
import type { RequestBlock } from './requestBlocks';

const opening = '<system-reminder>';
const closing = '</system-reminder>';

/** Returns whether a block of the user consists of what the CLI adds, and of nothing else. */
export function isReminder(block: RequestBlock): boolean {
  if (block.type !== 'text' || block.name !== 'user' || !block.json.includes(opening)) {
    return false;
  }
  let rest = blockText(block).text.trim();
  while (rest.startsWith(opening)) {
    const end = rest.indexOf(closing);
    if (end < 0) {
      return true;
    }
    rest = rest.slice(end + closing.length).trimStart();
  }
  return rest === '';
}
