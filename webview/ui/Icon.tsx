import { glyphs } from './glyphs';

interface IconProps {
  /** Codicon name, listed in `glyphs`. */
  readonly name: string;
  readonly spin?: boolean;
}

/** Icon next to a text with the same meaning, so it is hidden from screen readers. */
export function Icon({ name, spin = false }: IconProps) {
  const glyph = glyphs[name];
  return (
    <span class={spin ? 'icon icon-spin' : 'icon'} aria-hidden="true">
      {glyph === undefined ? '' : String.fromCodePoint(glyph)}
    </span>
  );
}
