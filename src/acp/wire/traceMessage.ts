import { traceLine } from '../../base/secrets';

/** Variables and headers as the protocol writes them: the name says nothing about a secret. */
const pair = /("name"\s*:\s*"(?:[^"\\]|\\.){0,300}"\s*,\s*"value"\s*:\s*)"(?:[^"\\]|\\.)*"/g;

/** Prepares a message for the trace log, without secrets and values of variables and headers. */
export function traceMessage(line: string): string {
  return traceLine(line.replace(pair, '$1"***"'));
}
