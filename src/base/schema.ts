import * as zod from 'zod/mini';

/**
 * Zod with one schema for each simple type. Schemas do not change once they are made, each takes
 * some 30 µs to make, and a third of ours equal another. What is added to one makes another.
 */
export * from 'zod/mini';

export const string = onceBare(zod.string);
export const number = onceBare(zod.number);
export const int = onceBare(zod.int);
export const boolean = onceBare(zod.boolean);
export const unknown = onceBare(zod.unknown);
export const optional = onceFor(zod.optional);
export const nullable = onceFor(zod.nullable);
export const nullish = onceFor(zod.nullish);
export const array = onceFor(zod.array);

/** Makes the schema without parameters once. */
function onceBare<Make extends (...params: never[]) => object>(make: Make): Make {
  let bare: object | undefined;
  const makeOnce = (...params: never[]) => {
    if (params.length > 0) {
      return make(...params);
    }
    bare ??= make();
    return bare;
  };
  return makeOnce as Make;
}

/** Makes the schema around another one, without parameters, once. */
function onceFor<Make extends (inner: never, ...params: never[]) => object>(make: Make): Make {
  const around = new WeakMap<object, object>();
  const makeOnce = (inner: never, ...params: never[]) => {
    if (params.length > 0) {
      return make(inner, ...params);
    }
    const schema = around.get(inner) ?? make(inner);
    around.set(inner, schema);
    return schema;
  };
  return makeOnce as Make;
}
