/** Runs a task for each item, in order, `limit` at a time. Rejects with the first failure. */
export async function inParallel<T>(
  items: Iterable<T>,
  limit: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const work = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      await task(next.value);
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
}

/** Returns what the task makes of each item, in their order. See `inParallel`. */
export async function mapInParallel<T, R>(
  items: Iterable<T>,
  limit: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  await inParallel(Array.from(items).entries(), limit, async ([index, item]) => {
    results[index] = await task(item);
  });
  return results;
}
