import type { WireShape } from './wireShape';

export interface ShapeChanges {
  readonly newKinds: readonly string[];
  readonly goneKinds: readonly string[];
  /** `<kind>: <field>` of kinds that both versions have. */
  readonly newFields: readonly string[];
  readonly goneFields: readonly string[];
  /** `<list>: <name>`, such as `tools: Bash`. */
  readonly newNames: readonly string[];
  readonly goneNames: readonly string[];
}

/** Compares the frames of two versions that ran the same scenarios. All lists are sorted. */
export function shapeChanges(before: WireShape, after: WireShape): ShapeChanges {
  return {
    newKinds: without(after.fields.keys(), before.fields),
    goneKinds: without(before.fields.keys(), after.fields),
    newFields: members(after.fields, before.fields),
    goneFields: members(before.fields, after.fields),
    newNames: members(after.names, before.names),
    goneNames: members(before.names, after.names),
  };
}

type Sets = ReadonlyMap<string, ReadonlySet<string>>;

function without(keys: Iterable<string>, known: Sets): string[] {
  return [...keys].filter(key => !known.has(key)).sort();
}

/** Members of sets that both have, which the second lacks. */
function members(sets: Sets, known: Sets): string[] {
  return [...sets]
    .flatMap(([key, values]) => {
      const others = known.get(key);
      return others ? [...values].filter(one => !others.has(one)).map(one => `${key}: ${one}`) : [];
    })
    .sort();
}
