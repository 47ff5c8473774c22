import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { ContextSample } from '../../../contract/inspector/overview';
import { type CallSizes, estimatedTokens } from '../../../contract/modelCalls';

const mostSamples = 100;

/** Composition of the conversation's own requests, oldest first, evenly spread; the last is kept. */
export function contextSamples(calls: readonly InspectedCall[]): ContextSample[] {
  const sized = calls.flatMap(({ key, call: { kind, sizes, usage, startedAt } }) =>
    kind === 'main' && sizes && usage ? [{ key, at: startedAt, sizes }] : [],
  );
  const step = (sized.length - 1) / (mostSamples - 1);
  const chosen =
    step <= 1
      ? sized
      : Array.from({ length: mostSamples }, (_, at) => sized[Math.round(at * step)]).filter(
          sample => sample !== undefined,
        );
  return chosen.map(({ key, at, sizes }) => sampleOf(key, at, sizes));
}

function sampleOf(key: string, at: number, sizes: CallSizes): ContextSample {
  const bytesOf = (isServer: boolean) =>
    sizes.tools
      .filter(({ server }) => (server !== undefined) === isServer)
      .reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    key,
    at,
    system: estimatedTokens(sizes.system, sizes),
    ownTools: estimatedTokens(bytesOf(false), sizes),
    serverTools: estimatedTokens(bytesOf(true), sizes),
    messages: estimatedTokens(sizes.messages, sizes),
    media: sizes.media.estimatedTokens,
  };
}
