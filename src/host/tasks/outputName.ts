/** Characters that a tab has room for. */
const longest = 60;

/** Returns a task's title as the name of a file, cut between words; empty if nothing is left of it. */
export function outputName(title: string): string {
  const name = title.replace(/[/\\?#\s]+/g, ' ').trim();
  return name.length > longest ? `${name.slice(0, longest).replace(/ \S*$/, '')}…` : name;
}
