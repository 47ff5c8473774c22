import type { ComponentChildren } from 'preact';
import type { Origin } from '../../src/contract/sections';
import { EscapedText } from '../tools/parts/EscapedText';

interface OriginLineProps {
  readonly origin: Origin;
  /** Titles of the group and the row, which need not be said again. */
  readonly said: readonly (string | undefined)[];
  /** Button that opens the place. */
  readonly children?: ComponentChildren;
}

/** Says where a value comes from, and why it cannot be changed. */
export function OriginLine({ origin, said, children }: OriginLineProps) {
  const { label, path, readOnly } = origin;
  return (
    <p class="section-origin">
      {said.includes(label) && path !== undefined ? null : (
        <span>
          <EscapedText text={label} />
        </span>
      )}
      {path === undefined ? null : (
        <span class="section-path">
          <EscapedText text={path} />
        </span>
      )}
      {children}
      {readOnly === undefined ? null : (
        <span>
          <EscapedText text={readOnly} />
        </span>
      )}
    </p>
  );
}
