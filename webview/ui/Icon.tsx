import { glyphs } from './glyphs';

interface IconProps {
  /** Name of a codicon that `glyphs` knows. */
  readonly name: string;
  readonly spin?: boolean;
}

/** A picture beside a text that says the same: hidden from screen readers. */
export function Icon({ name, spin = false }: IconProps) {
  const glyph = glyphs[name];
  return (
    <span class={spin ? 'icon icon-spin' : 'icon'} aria-hidden="true">
      {glyph === undefined ? '' : String.fromCodePoint(glyph)}
    </span>
  );
}
