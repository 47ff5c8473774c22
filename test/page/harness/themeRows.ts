import { rowsOf } from '../../support/extent';
import { themes } from '../../support/themes';
import type { ThemeName } from './pageFiles';

/** Pictures are looked at in one theme, another in each file, and in all themes by the full run. */
export function themeRows(story: ThemeName): readonly ThemeName[] {
  return rowsOf([story], Object.keys(themes) as ThemeName[]);
}
