import { asNumber, asString, isObject, type JsonObject } from '../../../base/json';
import type { ToolContent } from '../../../contract/tools';
import { boundedText, oneLine } from '../text/foreignText';
import { readBlocks } from '../wire/contentBlock';
import { blockContent } from './blockContent';

/** Named values that are shown of an output without a better form. */
const mostFields = 50;
const longestField = 20_000;

/** Output of a command, as far as an agent's raw output has it in parts. */
interface CommandOutput {
  readonly stdout: string | undefined;
  readonly stderr: string | undefined;
  readonly exitCode: number | undefined;
}

/** Reads the parts that Claude Code, Codex and opencode report of a command. */
export function commandOutput(raw: unknown): CommandOutput {
  const parts = isObject(raw) ? raw : {};
  const metadata = isObject(parts.metadata) ? parts.metadata : {};
  return {
    stdout:
      asString(parts.aggregated_output) ??
      asString(parts.formatted_output) ??
      asString(parts.stdout) ??
      asString(parts.output) ??
      asString(raw),
    stderr: asString(parts.aggregated_output) === undefined ? asString(parts.stderr) : undefined,
    exitCode:
      asNumber(parts.exit_code) ??
      asNumber(parts.exitCode) ??
      asNumber(metadata.exit) ??
      asNumber(metadata.exitCode),
  };
}

/** Returns the text of an output that is one: itself, or what its best known member has. */
export function outputText(raw: unknown): string | undefined {
  if (typeof raw === 'string') {
    return raw;
  }
  if (!isObject(raw)) {
    return undefined;
  }
  const { output, error, message, result, text } = raw;
  return [output, error, message, result, text].map(asString).find(one => one !== undefined);
}

/** Shows an output for which there is no content. */
export function rawContent(raw: unknown, cwd: string): ToolContent[] {
  if (raw === undefined || raw === null || raw === '') {
    return [];
  }
  const blocks = blocksIn(raw);
  if (blocks.length > 0) {
    return blocks.flatMap(block => blockContent(block, cwd));
  }
  const text = outputText(raw);
  if (text !== undefined) {
    return text.trim() === '' ? [] : [{ type: 'text', text: boundedText(text) }];
  }
  if (isObject(raw)) {
    return fieldsContent(raw);
  }
  return Array.isArray(raw) && raw.length === 0
    ? []
    : [{ type: 'text', text: boundedText(valueText(raw)) }];
}

/** Results of MCP tools are content blocks, with or without an envelope. */
function blocksIn(raw: unknown) {
  const list = isObject(raw) ? raw.content : raw;
  return Array.isArray(list) ? readBlocks(list) : [];
}

export function fieldsContent(members: JsonObject): ToolContent[] {
  const fields = Object.entries(members)
    .filter(([, value]) => value !== undefined && value !== null)
    .slice(0, mostFields)
    .map(([name, value]) => ({ name: oneLine(name), value: valueText(value) }));
  return fields.length === 0 ? [] : [{ type: 'fields', fields }];
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return text.length <= longestField ? text : `${text.slice(0, longestField)}…`;
}
