import { spokenName } from '../parts/cutText';
import { ShortText } from '../parts/ShortText';

interface NamedValuesProps {
  readonly entries: readonly { readonly name: string; readonly value: string }[];
  readonly label: string;
}

/** More than any request or response has. */
const mostEntries = 200;

/** Names with a value each, such as headers. */
export function NamedValues({ entries, label }: NamedValuesProps) {
  return (
    <dl class="named-values" aria-label={spokenName(label)}>
      {entries.slice(0, mostEntries).map(({ name, value }, at) => (
        <div key={at}>
          <dt>
            <ShortText text={name} most={80} />
          </dt>
          <dd>
            <ShortText text={value} most={2_000} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
