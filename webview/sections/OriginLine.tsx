import type { Origin } from '../../src/contract/sections';
import { EscapedText } from '../tools/parts/EscapedText';

/** Says where a value comes from, and why it cannot be changed. */
export function OriginLine({ origin: { label, path, readOnly } }: { readonly origin: Origin }) {
  return (
    <p class="section-origin">
      <span>
        <EscapedText text={label} />
      </span>
      {path === undefined ? null : (
        <span class="section-path">
          <EscapedText text={path} />
        </span>
      )}
      {readOnly === undefined ? null : (
        <span>
          <EscapedText text={readOnly} />
        </span>
      )}
    </p>
  );
}
