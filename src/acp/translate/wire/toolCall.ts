import { isObject } from '../../../base/json';
import * as z from '../../../base/schema';
import { lenient, lenientList, number, text } from '../../../protocol/lenient';
import { type AcpBlock, readBlock } from './contentBlock';

/** Most parts of a call's content, and most places, that are looked at. */
const mostParts = 200;

const kinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const;
export type AcpKind = (typeof kinds)[number];

const location = z.object({ path: z.string(), line: number });
const diff = z.object({
  type: z.literal('diff'),
  path: z.string(),
  oldText: text,
  newText: z.string(),
});
const terminal = z.object({ type: z.literal('terminal'), terminalId: z.string() });

export type AcpLocation = z.output<typeof location>;
export type AcpDiff = z.output<typeof diff>;

export type CallPart =
  | { readonly type: 'block'; readonly block: AcpBlock }
  | AcpDiff
  | z.output<typeof terminal>
  /** Part of an unknown type, or a malformed one. */
  | { readonly type: 'unknown'; readonly wire: unknown };

function readPart(wire: unknown): CallPart {
  const unknown = { type: 'unknown', wire } as const;
  switch (isObject(wire) ? wire.type : undefined) {
    case 'diff':
      return diff.safeParse(wire).data ?? unknown;
    case 'terminal':
      return terminal.safeParse(wire).data ?? unknown;
    default: {
      const block = readBlock(wire);
      return block ? { type: 'block', block } : unknown;
    }
  }
}

const parts = z.pipe(
  z.array(z.unknown()),
  z.transform(list => list.slice(0, mostParts).map(readPart)),
);

const meta = lenient(z.record(z.string(), z.unknown()));

/** Members of `tool_call` and of `tool_call_update`: absent and null mean "as before". */
export const toolCallSchema = z.object({
  toolCallId: z.string(),
  title: text,
  name: text,
  kind: lenient(z.enum(kinds)),
  status: lenient(z.enum(['pending', 'in_progress', 'completed', 'failed'])),
  content: lenient(parts),
  locations: z.pipe(
    lenient(z.array(z.unknown())),
    z.transform(list =>
      list === undefined ? undefined : lenientList(location).parse(list.slice(0, mostParts)),
    ),
  ),
  rawInput: z.optional(z.unknown()),
  rawOutput: z.optional(z.unknown()),
  _meta: meta,
});
export type AcpToolCall = z.output<typeof toolCallSchema>;

export const permissionSchema = z.object({
  toolCall: toolCallSchema,
  options: lenientList(z.object({ optionId: z.string(), name: text, kind: text })),
  _meta: meta,
});
export type AcpPermission = z.output<typeof permissionSchema>;
