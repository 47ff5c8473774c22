import { isAbsolute } from 'node:path';
import * as z from '../../base/schema';
import { RpcError, rpcCodes } from '../wire/rpcError';

/** Line numbers and limits; agents write null for nothing. */
const count = z.optional(z.nullable(z.number().check(z.int(), z.nonnegative())));
const path = z.string().check(
  z.minLength(1),
  z.maxLength(32_768),
  z.refine(text => isAbsolute(text) && !text.includes('\0'), 'must be an absolute path'),
);
const sessionId = z.string();

export const readTextFile = z.object({ sessionId, path, line: count, limit: count });
export const writeTextFile = z.object({ sessionId, path, content: z.string() });
export const createTerminal = z.object({
  sessionId,
  command: z.string().check(z.minLength(1)),
  args: z.optional(z.nullable(z.array(z.string()))),
  env: z.optional(z.nullable(z.array(z.object({ name: z.string(), value: z.string() })))),
  cwd: z.optional(z.nullable(path)),
  outputByteLimit: count,
});
export const ofTerminal = z.object({ sessionId, terminalId: z.string() });
export const ofSession = z.object({ sessionId });

/** @throws RpcError that names the first wrong member, never its value */
export function parsed<T extends z.ZodMiniType>(schema: T, params: unknown): z.output<T> {
  const result = schema.safeParse(params ?? {});
  if (!result.success) {
    const [issue] = result.error.issues;
    const where = issue?.path.join('.') || 'params';
    throw new RpcError(rpcCodes.invalidParams, `Invalid params: ${where}: ${issue?.message ?? ''}`);
  }
  return result.data;
}
