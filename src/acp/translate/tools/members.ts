import { asNumber, asString, isObject, type JsonObject } from '../../../base/json';

/** Members of a tool's input that say nothing to a user. */
const noise: ReadonlySet<string> = new Set([
  '_meta',
  'call_id',
  'callId',
  'cwd',
  'parsed_cmd',
  'process_id',
  'source',
  'turn_id',
]);

/** Reads an input whose members have other names in each agent, and notes which were read. */
export class Members {
  private readonly used = new Set<string>();

  constructor(private readonly wire: JsonObject) {}

  text(...names: readonly string[]): string | undefined {
    return this.first(names, asString);
  }

  /** A whole number above zero. */
  count(...names: readonly string[]): number | undefined {
    return this.first(names, value => {
      const number = asNumber(value);
      return number !== undefined && Number.isSafeInteger(number) && number > 0
        ? number
        : undefined;
    });
  }

  flag(...names: readonly string[]): boolean | undefined {
    return this.first(names, value => (typeof value === 'boolean' ? value : undefined));
  }

  list(...names: readonly string[]): readonly unknown[] | undefined {
    return this.first(names, value => (Array.isArray(value) ? value : undefined));
  }

  objects(...names: readonly string[]): readonly JsonObject[] | undefined {
    return this.list(...names)?.filter(isObject);
  }

  /** Returns the members that were not read. */
  rest(): JsonObject {
    return Object.fromEntries(
      Object.entries(this.wire).filter(
        ([name, value]) =>
          !this.used.has(name) && !noise.has(name) && value !== undefined && value !== null,
      ),
    );
  }

  private first<T>(
    names: readonly string[],
    read: (value: unknown) => T | undefined,
  ): T | undefined {
    for (const name of names) {
      const value = Object.hasOwn(this.wire, name) ? read(this.wire[name]) : undefined;
      if (value !== undefined) {
        this.used.add(name);
        return value;
      }
    }
    return undefined;
  }
}
