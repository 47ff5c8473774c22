import { EscapedText } from '../../tools/parts/EscapedText';
import { Icon } from '../../ui/Icon';
import { cutText } from './cutText';

/** Says where it would have been shown why something could not be read. */
export function Failure({ text }: { readonly text: string }) {
  return (
    <p class="failure" role="alert">
      <Icon name="error" />
      <span>
        <EscapedText text={cutText(text, 500)} />
      </span>
    </p>
  );
}
