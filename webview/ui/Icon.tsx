import { glyphs, type IconName } from './glyphs';

interface IconProps {
  readonly name: IconName;
  readonly spin?: boolean;
}

/** Icon next to a text with the same meaning, so it is hidden from screen readers. */
export function Icon({ name, spin = false }: IconProps) {
  return (
    <span class={spin ? 'icon icon-spin' : 'icon'} aria-hidden="true">
      {String.fromCodePoint(glyphs[name])}
    </span>
  );
}
