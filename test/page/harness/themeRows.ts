import { rowsOf } from '../../support/extent';
import { themes } from '../../support/themes';
import type { ThemeName } from './pageFiles';

/** Returns the themes for image tests: one that differs between files, or all in the full run. */
export function themeRows(story: ThemeName): readonly ThemeName[] {
  return rowsOf([story], Object.keys(themes) as ThemeName[]);
}
