import type { JsonObject } from '../../base/json';
import type { SettingsPlace } from './settingsPlaces';
import {
  type JsonPath,
  lineFinder,
  parseSettings,
  type SettingsText,
  type Trouble,
} from './settingsText';
import { readStored } from './storedFile';

/** Settings of one file, as far as it can be read. */
export interface SettingsFile extends SettingsPlace {
  readonly exists: boolean;
  /** Empty if the file is broken. */
  readonly value: JsonObject;
  /** Why the file cannot be changed, apart from its content. */
  readonly obstacle: string | undefined;
  /** Why it is no JSON; nothing is written to it then. */
  readonly broken: Trouble | undefined;
  /** Syntax that makes the CLI ignore the file, although it can be changed here. */
  readonly rejected: Trouble | undefined;
  /** Returns the line of a value, from 1; without a value, that of what is around it. */
  line(path: JsonPath): number;
}

/** Reads a settings file; the reasons why that fails are part of the result. */
export async function readSettingsFile(place: SettingsPlace): Promise<SettingsFile> {
  const { bytes, obstacle } = await readStored(place.path, place.root);
  const parsed = bytes && parseSettings(bytes);
  const text: SettingsText | undefined = parsed?.kind === 'parsed' ? parsed : undefined;
  return {
    ...place,
    exists: bytes !== undefined,
    value: text?.value ?? {},
    obstacle,
    broken: parsed?.kind === 'broken' ? parsed.trouble : undefined,
    rejected: text?.rejected,
    line: text ? lineFinder(text) : () => 1,
  };
}
