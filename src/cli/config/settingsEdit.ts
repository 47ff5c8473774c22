import { deepEqual, isObject } from '../../base/json';
import type { JsonPath } from './settingsText';

/** Value that an edit expects; `value` is absent if it expects none. */
interface Expected {
  readonly value?: unknown;
}

/** Value around a change, whose own path has places in lists: others may have come there. */
interface Surroundings {
  readonly path: JsonPath;
  /** Undefined if there must be none. */
  readonly value: unknown;
}

/** Change of one value. `was` is what the user has seen: the edit does not fit anything else. */
export type SettingsEdit = PlainEdit & { readonly beside?: Surroundings };

type PlainEdit =
  | {
      readonly kind: 'set';
      readonly path: JsonPath;
      readonly value: unknown;
      readonly was?: Expected;
    }
  | { readonly kind: 'remove'; readonly path: JsonPath; readonly was?: Expected }
  /** Adds an item at the end of an array, which is made if absent. Fits if the item is there. */
  | { readonly kind: 'append'; readonly path: JsonPath; readonly value: unknown }
  /** Removes all items with this value. Fits if there is none, unless one is needed. */
  | {
      readonly kind: 'drop';
      readonly path: JsonPath;
      readonly value: unknown;
      readonly isNeeded?: true;
    }
  | {
      readonly kind: 'insert';
      readonly path: JsonPath;
      readonly index: number;
      readonly value: unknown;
    };

/** Edit of one place, with nothing left to decide. */
export type Step =
  | { readonly kind: 'put'; readonly path: JsonPath; readonly value: unknown }
  | { readonly kind: 'cut'; readonly path: JsonPath }
  | {
      readonly kind: 'insert';
      readonly path: JsonPath;
      readonly index: number;
      readonly value: unknown;
    };

/**
 * Returns the steps that an edit takes in a file with this value, and the edits that take it back.
 * @returns undefined if the edit does not fit
 */
export function stepsOf(value: unknown, edit: SettingsEdit): Steps | undefined {
  const { beside } = edit;
  if (!beside) {
    return plainSteps(value, edit);
  }
  const fitting = deepEqual(valueAt(value, beside.path), beside.value)
    ? plainSteps(value, edit)
    : undefined;
  return (
    fitting && { ...fitting, inverse: fitting.inverse.map(inverse => ({ ...inverse, beside })) }
  );
}

interface Steps {
  readonly steps: readonly Step[];
  readonly inverse: readonly SettingsEdit[];
}

function plainSteps(value: unknown, edit: PlainEdit): Steps | undefined {
  const { path } = edit;
  const found = valueAt(value, path);
  if (!hasRoom(value, path)) {
    return undefined;
  }
  switch (edit.kind) {
    case 'set':
      if (!fits(found, edit.was) || (found === undefined && typeof path.at(-1) === 'number')) {
        return undefined;
      }
      return {
        steps: [{ kind: 'put', path, value: edit.value }],
        inverse: [restored(path, found, edit)],
      };
    case 'remove':
      if (!fits(found, edit.was)) {
        return undefined;
      }
      return found === undefined
        ? { steps: [], inverse: [] }
        : { steps: [{ kind: 'cut', path }], inverse: [reinserted(path, found)] };
    case 'append':
      return appended(path, found, edit.value);
    case 'drop':
      return dropped(path, found, edit);
    case 'insert':
      return Array.isArray(found) && edit.index <= found.length
        ? {
            steps: [edit],
            inverse: [{ kind: 'remove', path: [...path, edit.index], was: { value: edit.value } }],
          }
        : appended(path, found, edit.value);
  }
}

/** Returns the value after a step. */
export function stepped(value: unknown, step: Step): unknown {
  const [key, ...rest] = step.path;
  if (key === undefined) {
    if (step.kind === 'insert') {
      const items = Array.isArray(value) ? value : [];
      return [...items.slice(0, step.index), step.value, ...items.slice(step.index)];
    }
    return step.kind === 'put' ? step.value : undefined;
  }
  const isCut = step.kind === 'cut' && rest.length === 0;
  if (typeof key === 'number') {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return isCut
      ? items.filter((_, index) => index !== key)
      : items.map((item, index) => (index === key ? stepped(item, { ...step, path: rest }) : item));
  }
  const entries = Object.entries(isObject(value) ? value : {}).filter(([name]) => name !== key);
  const own = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return Object.fromEntries(
    isCut ? entries : [...entries, [key, stepped(own, { ...step, path: rest })]],
  );
}

export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (typeof key === 'number') {
      return Array.isArray(inner) ? inner[key] : undefined;
    }
    return isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, value);
}

/** Whether what is on the way to a path is an object or array, as far as it exists. */
function hasRoom(value: unknown, path: JsonPath): boolean {
  return path.every((key, index) => {
    const owner = valueAt(value, path.slice(0, index));
    return typeof key === 'number' ? Array.isArray(owner) : owner === undefined || isObject(owner);
  });
}

function fits(found: unknown, was: Expected | undefined): boolean {
  return was === undefined || deepEqual(found, was.value);
}

function restored(path: JsonPath, found: unknown, { value }: { value: unknown }): SettingsEdit {
  const was = { value };
  return found === undefined
    ? { kind: 'remove', path, was }
    : { kind: 'set', path, value: found, was };
}

function reinserted(path: JsonPath, found: unknown): SettingsEdit {
  const last = path.at(-1);
  return typeof last === 'number'
    ? { kind: 'insert', path: path.slice(0, -1), index: last, value: found }
    : { kind: 'set', path, value: found, was: {} };
}

function appended(path: JsonPath, found: unknown, value: unknown): Steps | undefined {
  // An object may have been changed by then; a text that is gone is as it was.
  const needed = isObject(value) ? { isNeeded: true as const } : {};
  const inverse: readonly SettingsEdit[] = [{ kind: 'drop', path, value, ...needed }];
  if (found === undefined) {
    const steps: Step[] = [{ kind: 'put', path, value: [value] }];
    return { steps, inverse };
  }
  if (!Array.isArray(found)) {
    return undefined;
  }
  if (found.some(item => deepEqual(item, value))) {
    return { steps: [], inverse: [] };
  }
  const steps: Step[] = [{ kind: 'insert', path, index: found.length, value }];
  return { steps, inverse };
}

/** Equal items that are removed one by one, which keeps the layout of the others. */
const mostSingle = 20;

function dropped(
  path: JsonPath,
  found: unknown,
  { value, isNeeded = false }: { readonly value: unknown; readonly isNeeded?: boolean },
): Steps | undefined {
  if (found !== undefined && !Array.isArray(found)) {
    return undefined;
  }
  const places = (found ?? []).flatMap((item, index) => (deepEqual(item, value) ? [index] : []));
  if (isNeeded && places.length === 0) {
    return undefined;
  }
  if (places.length > mostSingle) {
    const left = (found ?? []).filter(item => !deepEqual(item, value));
    return {
      steps: [{ kind: 'put', path, value: left }],
      inverse: [{ kind: 'set', path, value: found, was: { value: left } } satisfies SettingsEdit],
    };
  }
  return {
    steps: [...places].reverse().map((index): Step => ({ kind: 'cut', path: [...path, index] })),
    inverse: places.map((index): SettingsEdit => ({ kind: 'insert', path, index, value })),
  };
}
