import type { CallRow, InspectedCall } from '../../../contract/inspector/callRows';
import type { ModelCall } from '../../../contract/modelCalls';

const mostTools = 50;

/** Returns the row of a call. Figures that are not known are absent. */
export function rowOf(inspected: InspectedCall): CallRow {
  const { key, source, call, unknown, turn, cost, hasBodies } = inspected;
  const { agent, model, usage, stopReason, status, error, retry } = call;
  const name = agent && agentName(agent);
  const lost = call.cache?.since?.lost;
  const { firstToken, duration } = unknown.includes('timing') ? {} : timesOf(call);
  return {
    key,
    source,
    kind: call.kind,
    startedAt: call.startedAt,
    isInFlight: isInFlight(call),
    retry,
    tools: Object.keys(call.answer?.tools ?? {}).slice(0, mostTools),
    unknown,
    hasBodies,
    ...(name === undefined ? {} : { agent: name }),
    ...(model === undefined ? {} : { model }),
    ...(turn === undefined ? {} : { turn }),
    ...(firstToken === undefined ? {} : { firstToken }),
    ...(duration === undefined ? {} : { duration }),
    ...(usage === undefined ? {} : { usage }),
    ...(cost === undefined ? {} : { cost }),
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { error }),
    ...(lost === undefined || lost === 0 ? {} : { lost }),
  };
}

export function isInFlight({ endedAt, end }: ModelCall): boolean {
  return endedAt === undefined && end === undefined;
}

/** Name of a subagent, or its id where nothing gave the name away. */
export function agentName({ name, id }: NonNullable<ModelCall['agent']>): string | undefined {
  return name ?? id;
}

/** Milliseconds from the start to the first token and to the end. */
export function timesOf({ startedAt, firstTokenAt, endedAt }: ModelCall): {
  firstToken?: number;
  duration?: number;
} {
  return {
    ...(firstTokenAt === undefined ? {} : { firstToken: Math.max(0, firstTokenAt - startedAt) }),
    ...(endedAt === undefined ? {} : { duration: Math.max(0, endedAt - startedAt) }),
  };
}
