import { readFile } from 'node:fs/promises';
import { asString, isObject } from '../../../base/json';

/** A setting with a simple value, as the schema of settings files describes it. */
export interface KnownSetting {
  readonly key: string;
  readonly type: 'boolean' | 'string' | 'number';
  readonly description: string;
  /** The only values, if they are limited. */
  readonly options?: readonly string[];
}

/** Descriptions and types of settings, from the schema that editors use, too. */
export class SettingsCatalog {
  private loading: Promise<readonly KnownSetting[]> | undefined;

  constructor(private readonly schemaFile: string) {}

  /** Settings with simple values, by their keys. */
  all(): Promise<readonly KnownSetting[]> {
    this.loading ??= this.load();
    return this.loading;
  }

  private async load(): Promise<readonly KnownSetting[]> {
    const schema: unknown = JSON.parse(await readFile(this.schemaFile, 'utf8'));
    return isObject(schema) ? simpleIn(schema, '') : [];
  }
}

function simpleIn(schema: Record<string, unknown>, prefix: string): readonly KnownSetting[] {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  return properties.flatMap(([name, value]): readonly KnownSetting[] => {
    const key = `${prefix}${name}`;
    if (!isObject(value) || key === '$schema' || key === 'hooks') {
      return [];
    }
    if (value.type === 'object') {
      return simpleIn(value, `${key}.`);
    }
    const type = value.type === 'integer' ? 'number' : value.type;
    if (type !== 'boolean' && type !== 'string' && type !== 'number') {
      return [];
    }
    const options = Array.isArray(value.enum)
      ? value.enum.filter(one => typeof one === 'string')
      : [];
    const description = asString(value.description) ?? '';
    return [{ key, type, description, ...(options.length > 0 ? { options } : {}) }];
  });
}
