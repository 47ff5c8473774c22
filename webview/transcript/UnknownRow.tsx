import { Icon } from '../ui/Icon';
import { memo } from '../ui/memo';

/** Something that Tandem does not know: small, and readable. */
export const UnknownRow = memo(function UnknownRow({ what }: { readonly what: string }) {
  return (
    <div class="item notice notice-unknown">
      <Icon name="question" />
      <span>Not understood: {what}</span>
    </div>
  );
});
