/** Compares versions of the form `2.1.329`. Returns a negative number if `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map(version => version.split('.').map(Number));
  for (let index = 0; index < 3; index += 1) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return 0;
}
