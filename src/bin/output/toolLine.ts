import { asString, type JsonObject } from '../../base/json';

/** Members that name what a tool works on, the most telling first. */
const targets = ['file_path', 'notebook_path', 'path', 'command', 'pattern', 'url', 'query'];
const further = ['description', 'prompt', 'skill'];

/** UTF-16 units. */
const longest = 200;

/** Describes a call of a tool in one line: its name, and the file, command or pattern. */
export function toolLine(tool: string, input: JsonObject): string {
  const key = [...targets, ...further].find(one => asString(input[one])?.trim());
  const target = key === undefined ? '' : (asString(input[key]) ?? '');
  // Control characters could write over what stands in the terminal.
  const line = `${tool} ${target}`.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
