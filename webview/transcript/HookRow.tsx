import { hookText } from '../../src/contract/labels/hookText';
import type { HookRowProps } from '../late/cardRegistry';
import { Icon } from '../ui/Icon';
import { FoldedNotice } from './FoldedNotice';

/** Quiet line about a hook, with its output behind it. */
export function HookRow({ itemKey, notice }: HookRowProps) {
  const title = hookText(notice);
  return notice.text === '' ? (
    <div class="item notice">
      <Icon name="plug" />
      <span dir="auto">{title}</span>
    </div>
  ) : (
    <FoldedNotice itemKey={itemKey} title={title} bodyClass="command-output">
      <pre dir="auto">{notice.text}</pre>
    </FoldedNotice>
  );
}
