import { isObject } from '../../base/json';
import { cutText } from '../../protocol/elicitation/cutText';

/** UTF-16 units of an error: it is shown in a conversation. */
const longestText = 2_000;

/** Error codes of JSON-RPC and of the protocol. */
export const rpcCodes = {
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  signInNeeded: -32000,
  notFound: -32002,
  cancelled: -32800,
} as const;

/** Error as either side of the wire answers it. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    /** Always an integer: the wire takes nothing else. */
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** Returns the code that an answer of the agent carries; undefined for other errors. */
export function rpcCodeOf(error: unknown): number | undefined {
  return error instanceof RpcError ? error.code : undefined;
}

/** Returns what went wrong in the agent's words, which some put beside an "Internal error". */
export function wordsOf({ message, data }: RpcError): string {
  const { details, message: inner } = isObject(data) ? data : {};
  const detail = [details, inner, data].find(one => typeof one === 'string' && one !== '');
  const isBare = /^Internal error$/i.test(message);
  return typeof detail === 'string' && isBare ? cutText(detail, longestText) : message;
}

/** Reads the `error` of an answer: agents write texts as codes, or leave the message out. */
export function toRpcError(error: unknown): RpcError {
  const { code, message, data } = isObject(error) ? error : {};
  const text = typeof message === 'string' && message !== '' ? message : 'Unknown error';
  const known = Number.isInteger(code) ? Number(code) : rpcCodes.internal;
  return new RpcError(known, cutText(text, longestText), data);
}
