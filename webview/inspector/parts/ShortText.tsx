import { EscapedText } from '../../tools/parts/EscapedText';
import { cutText } from './cutText';

interface ShortTextProps {
  readonly text: string;
  /** Characters that are shown at most. */
  readonly most?: number;
}

/** Name or text of others in one place of the layout, however long it is. */
export function ShortText({ text, most }: ShortTextProps) {
  return (
    <bdi>
      <EscapedText text={cutText(text, most)} />
    </bdi>
  );
}
