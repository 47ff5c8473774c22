import type { CallSizes, CallUsage, ToolGroupSize } from '../../../contract/modelCalls';
import type { CallRequest } from './callRequest';
import { addMedia, noMedia } from './media';
import type { RequestPart } from './partStore';

/** Bytes of JSON per token, where the usage of a call is unknown. */
const bytesPerToken = 3.5;
const mostKept = 16;

/** Groups of tools by the digests of the tools: most calls have the same, and share the lists. */
export class ToolGroups {
  private readonly known = new Map<string, readonly ToolGroupSize[]>();

  of(tools: readonly RequestPart[]): readonly ToolGroupSize[] {
    const key = tools.map(({ digest }) => digest).join();
    const found = this.known.get(key) ?? grouped(tools);
    this.known.delete(key);
    this.known.set(key, found);
    const [oldest] = this.known.keys();
    if (this.known.size > mostKept && oldest !== undefined) {
      this.known.delete(oldest);
    }
    return found;
  }
}

/** Sizes of a request whose usage is not yet known. */
export function requestSizes(request: CallRequest, groups: ToolGroups): CallSizes {
  const media = request.messages.reduce((sum, part) => addMedia(sum, part.media), noMedia);
  const reminders = request.messages.reduce((total, part) => total + (part.reminders ?? 0), 0);
  return {
    system: sum(request.system),
    tools: groups.of(request.tools),
    messages: sum(request.messages) - media.bytes,
    ...(reminders > 0 ? { reminders } : {}),
    media: { count: media.count, bytes: media.bytes, estimatedTokens: media.tokens },
    tokensPerByte: 1 / bytesPerToken,
    basis: 'rule',
  };
}

/** Distributes the input that the API has counted over the bytes of the request. */
export function calibrated(sizes: CallSizes, usage: CallUsage): CallSizes {
  const { input, cacheRead, cacheWritten5m, cacheWritten1h } = usage;
  const bytes = sizes.system + sizes.messages + sum(sizes.tools);
  const tokens = input + cacheRead + cacheWritten5m + cacheWritten1h - sizes.media.estimatedTokens;
  return bytes > 0 && tokens > 0
    ? { ...sizes, tokensPerByte: tokens / bytes, basis: 'usage' }
    : sizes;
}

function grouped(tools: readonly RequestPart[]): ToolGroupSize[] {
  const groups = new Map<string | undefined, { name: string; bytes: number }[]>([[undefined, []]]);
  for (const { name = '', bytes } of tools) {
    const server = /^mcp__(.+?)__/.exec(name)?.[1];
    const group = groups.get(server) ?? [];
    group.push({ name, bytes });
    groups.set(server, group);
  }
  return [...groups]
    .filter(([, members]) => members.length > 0)
    .map(([server, members]) => ({
      ...(server === undefined ? {} : { server }),
      bytes: sum(members),
      tools: members,
    }));
}

function sum(parts: readonly { readonly bytes: number }[]): number {
  return parts.reduce((total, { bytes }) => total + bytes, 0);
}
