import * as z from '../../../base/schema';
import { callFacts, type InspectedCall } from '../../../contract/inspector/callRows';
import type {
  RecordedCall,
  RecordedRequest,
  RecordedResponse,
} from '../../../contract/inspector/recordedCall';
import { modelCall } from './modelCallSchema';

const key = z.string().check(z.minLength(1), z.maxLength(200));
const headers = z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(16_000)));

/** Pieces of an answer that are read; see `PieceTimes`. */
const mostTimes = 5_000;

export const inspectedCall = z.object({
  key,
  source: z.enum(['gateway', 'transcript', 'import', 'replay']),
  call: modelCall,
  unknown: z.array(z.enum(callFacts)).check(z.maxLength(callFacts.length)),
  turn: z.optional(z.number()),
  cost: z.optional(z.object({ usd: z.number(), basis: z.enum(['reported', 'list']) })),
  hasBodies: z.boolean(),
}) as z.ZodMiniType<InspectedCall>;

const recordedRequest = z.object({
  path: z.string().check(z.maxLength(4_000)),
  headers,
  body: z.string(),
  isCut: z.boolean(),
}) as z.ZodMiniType<RecordedRequest>;

const recordedResponse = z.object({
  status: z.number().check(z.minimum(0), z.maximum(999)),
  headers,
  body: z.string(),
  times: z.array(z.tuple([z.number(), z.number()])).check(z.maxLength(mostTimes)),
  isCut: z.boolean(),
}) as z.ZodMiniType<RecordedResponse>;

export const recordedBodies = z.object({
  request: z.optional(recordedRequest),
  response: z.optional(recordedResponse),
}) as z.ZodMiniType<Pick<RecordedCall, 'request' | 'response'>>;

export const recordedCall = z.object({
  version: z.literal(1),
  inspected: inspectedCall,
  request: z.optional(recordedRequest),
  response: z.optional(recordedResponse),
}) as z.ZodMiniType<RecordedCall>;
