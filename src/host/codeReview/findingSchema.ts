import * as z from '../../base/schema';

export const severities = ['error', 'warning', 'info', 'hint'] as const;
export type Severity = (typeof severities)[number];

/** Lengths in UTF-16 units, and the number of findings that one review shows. */
export const limits = {
  ...{ file: 1_000, title: 200, reason: 4_000, suggestion: 20_000, findings: 200 },
} as const;

/** JSON schema that Claude Code checks the model's answer against. */
export const answerSchema = {
  type: 'object',
  properties: {
    findings: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          file: { type: 'string', description: 'Path of the file as in the diff.' },
          line: {
            type: 'integer',
            minimum: 1,
            description: 'First line in the file as it is now.',
          },
          endLine: {
            type: 'integer',
            minimum: 1,
            description: 'Last line; absent: the first one.',
          },
          severity: { type: 'string', enum: [...severities] },
          title: { type: 'string', description: 'The problem in one short line.' },
          reason: { type: 'string', description: 'Why it is a problem, in plain text.' },
          suggestion: {
            type: 'string',
            description: 'Complete text that replaces the lines from line to endLine.',
          },
        },
        required: ['file', 'line', 'severity', 'title', 'reason'],
        additionalProperties: false,
      },
    },
  },
  required: ['findings'],
  additionalProperties: false,
} as const;

/** The whole answer. Its findings are checked one by one, so that a bad one costs no other. */
export const answerShape = z.object({ findings: z.array(z.unknown()) });

const lineNumber = z.int().check(z.gte(1));

export const findingShape = z.object({
  file: z.string().check(z.minLength(1), z.maxLength(limits.file)),
  line: lineNumber,
  endLine: z.optional(z.nullable(lineNumber)),
  severity: z.enum(severities),
  title: z.string(),
  reason: z.string(),
  suggestion: z.optional(z.nullable(z.string())),
});
