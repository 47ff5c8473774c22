import { asNumber, asString, isObject, type JsonObject } from '../../base/json';
import { omitUndefined } from '../../base/omitUndefined';
import type {
  FieldOption,
  FormField,
  FormObstacle,
  FormRequest,
  TextFormat,
} from '../../contract/elicitation';
import { cutText } from './cutText';

/** Limits of a form that somebody can read and answer. Texts in UTF-16 units. */
const mostFields = 100;
const mostOptions = 200;
const longestTitle = 200;
const longestDescription = 1_000;
const longestValue = 1_000;
const longestInitial = 10_000;
/** All texts of a form together: it goes to each page in one piece. */
const longestForm = 128 * 1024;
/** Names that an obstacle lists. */
const mostNames = 5;

const formats: ReadonlySet<string> = new Set<TextFormat>(['email', 'uri', 'date', 'date-time']);

/**
 * Reads the schema of a form: an object whose properties are plain values. The server writes it, so
 * nothing about it is taken for granted.
 * @param order names in the server's order, which JSON objects with numeric names do not keep
 */
export function readForm(schema: unknown, order: readonly string[] = []): FormRequest {
  if (!isObject(schema) || !isObject(schema.properties)) {
    return { mode: 'form', fields: [], obstacle: { kind: 'unreadable' } };
  }
  const { properties } = schema;
  const names = namesOf(properties, order);
  if (names.length > mostFields) {
    return { mode: 'form', fields: [], obstacle: { kind: 'tooMany', count: names.length } };
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required.filter(isText) : []);
  const fields: FormField[] = [];
  const unknown: string[] = [];
  for (const name of names) {
    const field = readField(name, properties[name], required.has(name));
    if (field) {
      fields.push(field);
    } else {
      unknown.push(name);
    }
  }
  if (JSON.stringify(fields).length > longestForm) {
    return { mode: 'form', fields: [], obstacle: { kind: 'tooLong' } };
  }
  const absent = [...required].filter(name => !names.includes(name));
  const needed = [...unknown.filter(name => required.has(name)), ...absent];
  const optional = unknown.filter(name => !required.has(name));
  return {
    mode: 'form',
    fields,
    ...(optional.length > 0 ? { leftOut: listed(optional) } : {}),
    ...(needed.length > 0 ? { obstacle: unknownFields(needed) } : {}),
  };
}

function namesOf(properties: JsonObject, order: readonly string[]): readonly string[] {
  const own = Object.keys(properties);
  const known = new Set(own);
  return [...new Set([...order.filter(name => known.has(name)), ...own])];
}

function unknownFields(names: readonly string[]): FormObstacle {
  return { kind: 'unknownFields', names: listed(names) };
}

function listed(names: readonly string[]): readonly string[] {
  const shown = names.slice(0, mostNames).map(name => cutText(name, longestTitle));
  return names.length > mostNames ? [...shown, '…'] : shown;
}

/** Returns undefined for a field that cannot be shown. */
function readField(name: string, schema: unknown, isRequired: boolean): FormField | undefined {
  if (!isObject(schema) || name.length > longestValue) {
    return undefined;
  }
  const base = {
    name,
    title: cutText(asString(schema.title)?.trim() || name, longestTitle),
    ...omitUndefined({ description: description(schema.description) }),
    isRequired,
  };
  const options = readOptions(schema);
  if (options) {
    return { ...base, kind: 'choice', options, ...initialOption(schema.default, options) };
  }
  switch (schema.type) {
    case 'string':
      return 'enum' in schema || 'oneOf' in schema
        ? undefined
        : { ...base, kind: 'text', ...readText(schema) };
    case 'number':
    case 'integer':
      return { ...base, kind: 'number', ...readNumber(schema) };
    case 'boolean':
      return {
        ...base,
        kind: 'flag',
        ...(typeof schema.default === 'boolean' ? { initial: schema.default } : {}),
      };
    case 'array':
      return readChoices(base, schema);
    default:
      return undefined;
  }
}

function description(value: unknown): string | undefined {
  const text = asString(value)?.trim();
  return text ? cutText(text, longestDescription) : undefined;
}

function readText(schema: JsonObject) {
  const format = asString(schema.format);
  const initial = asString(schema.default);
  return omitUndefined({
    format: format !== undefined && formats.has(format) ? (format as TextFormat) : undefined,
    minLength: count(schema.minLength),
    maxLength: count(schema.maxLength),
    pattern: shortText(schema.pattern),
    initial: initial !== undefined && initial.length <= longestInitial ? initial : undefined,
  });
}

function readNumber(schema: JsonObject) {
  const isInteger = schema.type === 'integer';
  return {
    isInteger,
    ...omitUndefined({
      minimum: asNumber(schema.minimum),
      maximum: asNumber(schema.maximum),
      initial: asNumber(schema.default),
    }),
  };
}

function readChoices(
  base: Pick<FormField, 'name' | 'title' | 'description' | 'isRequired'>,
  schema: JsonObject,
): FormField | undefined {
  const options = isObject(schema.items) ? readOptions(schema.items) : undefined;
  if (!options) {
    return undefined;
  }
  const values = new Set(options.map(({ value }) => value));
  const initial = Array.isArray(schema.default)
    ? schema.default.filter(isText).filter(value => values.has(value))
    : undefined;
  const limits = { minItems: count(schema.minItems), maxItems: count(schema.maxItems), initial };
  return { ...base, kind: 'choices', options, ...omitUndefined(limits) };
}

/** Options from `enum` with `enumNames`, or from `oneOf` (`anyOf`) with `const` and `title`. */
function readOptions(schema: JsonObject): readonly FieldOption[] | undefined {
  const listed = Array.isArray(schema.oneOf) ? schema.oneOf : schema.anyOf;
  const options = Array.isArray(schema.enum)
    ? namedOptions(schema.enum, schema.enumNames)
    : Array.isArray(listed)
      ? listed.map(one => (isObject(one) ? optionOf(one.const, one.title) : undefined))
      : [];
  const known = options.filter(option => option !== undefined);
  const isWhole = known.length === options.length && known.length <= mostOptions;
  return isWhole && known.length > 0 ? withoutRepeats(known) : undefined;
}

function namedOptions(values: readonly unknown[], names: unknown) {
  const titles: readonly unknown[] = Array.isArray(names) ? names : [];
  return values.map((value, index) => optionOf(value, titles[index]));
}

function optionOf(value: unknown, title: unknown): FieldOption | undefined {
  return isText(value) && value.length <= longestValue
    ? { value, label: cutText(asString(title)?.trim() || value, longestTitle) }
    : undefined;
}

function withoutRepeats(options: readonly FieldOption[]): readonly FieldOption[] {
  return [...new Map(options.map(option => [option.value, option])).values()];
}

function initialOption(value: unknown, options: readonly FieldOption[]) {
  const initial = options.find(option => option.value === value)?.value;
  return omitUndefined({ initial });
}

function shortText(value: unknown): string | undefined {
  const text = asString(value);
  return text !== undefined && text.length <= longestValue ? text : undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
