import { Icon } from '../ui/Icon';
import { memo } from '../ui/memo';

/** Short row for data that Tandem does not recognize. */
export const UnknownRow = memo(function UnknownRow({ what }: { readonly what: string }) {
  return (
    <div class="item notice notice-unknown">
      <Icon name="question" />
      <span>Not understood: {what}</span>
    </div>
  );
});
