import { asNumber, asString, isObject, type JsonObject } from '../../base/json';

const severities = new Set(['error', 'warning', 'info']);

/**
 * Writes findings for the problem matcher `$tandem`, one a line: `file:line:column: severity: text`.
 * @param value `{ findings: [{ file, line, column?, severity?, message }] }`
 * @returns undefined for any other value
 */
export function findingLines(value: unknown): string | undefined {
  const findings = isObject(value) ? value.findings : undefined;
  if (!Array.isArray(findings)) {
    return undefined;
  }
  const lines = findings.map(one => (isObject(one) ? findingLine(one) : undefined));
  return lines.includes(undefined) ? undefined : lines.join('\n');
}

function findingLine(finding: JsonObject): string | undefined {
  const { file, line, column, severity = 'warning' } = finding;
  const message = asString(finding.message) ?? asString(finding.reason) ?? asString(finding.title);
  const at = asNumber(line);
  if (typeof file !== 'string' || at === undefined || message === undefined) {
    return undefined;
  }
  const level = severities.has(String(severity)) ? String(severity) : 'warning';
  const place = `${file}:${at}:${asNumber(column) ?? 1}`;
  return `${place}: ${level}: ${message}`.replaceAll(/\p{Cc}+/gu, ' ');
}
