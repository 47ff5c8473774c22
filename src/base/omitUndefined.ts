type WithoutUndefined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Removes members without a value: on our wires, an absent member is never undefined. */
export function omitUndefined<T extends object>(members: T): WithoutUndefined<T> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(members)) {
    if (key === '__proto__') {
      // Assigned, it would be a prototype instead of a member.
      Object.defineProperty(kept, key, {
        value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    } else if (value !== undefined) {
      kept[key] = value;
    }
  }
  return kept as WithoutUndefined<T>;
}
