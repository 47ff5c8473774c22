import * as z from '../../../base/schema';
import { callColumns } from '../../../contract/inspector/callRows';
import {
  type InspectorCalls,
  inspectorActions,
  inspectorTabs,
} from '../../../contract/inspector/inspector';
import { modelCallKinds } from '../../../contract/modelCalls';

/** Id of a subject, or key of a call. Only known ones lead anywhere. */
const id = z.string().check(z.minLength(1), z.maxLength(500));
const name = z.string().check(z.maxLength(1_000));
const turn = z.int();
/** Rows that a page asks for at a time. */
const mostRows = 500;

const view = z.object({
  search: z.optional(name),
  kinds: z.optional(z.array(z.enum(modelCallKinds)).check(z.maxLength(modelCallKinds.length))),
  model: z.optional(name),
  turn: z.optional(turn),
  only: z.optional(z.enum(['failed', 'retried', 'cacheLost', 'inFlight'])),
  sort: z.object({ column: z.enum(callColumns), isDescending: z.boolean() }),
});

const place = z.object({
  part: z.enum(['tools', 'system', 'messages']),
  index: z.int().check(z.gte(0)),
  block: z.optional(z.int().check(z.gte(0))),
  name: z.optional(z.string().check(z.maxLength(100_000))),
});

const part = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), place }),
  z.object({ kind: z.literal('event'), index: z.int().check(z.gte(0)) }),
  z.object({ kind: z.enum(['rawRequest', 'rawResponse']) }),
]);

const link = z.object({
  subject: z.string().check(z.maxLength(500)),
  turn: z.optional(turn),
  key: z.optional(id),
  other: z.optional(id),
  tab: z.optional(z.enum(inspectorTabs)),
});

const inSubject = { subject: id };
const ofSubject = z.object(inSubject);

/** Schema of each call's parameters, because the page is not trusted to keep to its types. */
export const inspectorSchemas = {
  'inspector.ready': z.object({}),
  'inspector.rows': z.object({
    ...inSubject,
    view,
    from: z.int().check(z.gte(0)),
    count: z.int().check(z.gte(0), z.lte(mostRows)),
  }),
  'inspector.find': z.object({ ...inSubject, view, key: id }),
  'inspector.overview': ofSubject,
  'inspector.recording': ofSubject,
  'inspector.live': ofSubject,
  'inspector.timeline': z.object({ ...inSubject, turn: z.optional(turn) }),
  'inspector.call': z.object({ ...inSubject, key: id }),
  'inspector.part': z.object({ ...inSubject, key: id, part }),
  'inspector.compare': z.object({ ...inSubject, one: id, other: id }),
  'inspector.act': z.object({
    ...inSubject,
    action: z.enum(inspectorActions),
    key: z.optional(id),
    turn: z.optional(turn),
    view: z.optional(view),
  }),
  'inspector.keep': link,
  'log.report': z.object({
    level: z.enum(['warn', 'error']),
    message: z.string().check(z.maxLength(100_000)),
  }),
} satisfies Record<keyof InspectorCalls, z.ZodMiniType>;
