type WithoutUndefined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Removes members without a value: on our wires, an absent member is never undefined. */
export function omitUndefined<T extends object>(members: T): WithoutUndefined<T> {
  const kept: Partial<Record<keyof T, unknown>> = {};
  for (const name of Object.keys(members) as (keyof T)[]) {
    if (members[name] !== undefined) {
      kept[name] = members[name];
    }
  }
  return kept as WithoutUndefined<T>;
}
