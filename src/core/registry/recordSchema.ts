import * as z from '../../base/schema';
import { efforts, permissionModes } from '../../contract/content';
import type { Parsed } from '../../node/storedData';
import { storedTime } from '../../node/storedTime';
import type { ChannelRecord } from '../conversation/channelRecord';
import { storedDraft } from './draftSchema';
import { viewState } from './viewSchema';

const draft = z.object(storedDraft);

const picks = z.object({
  mode: z.optional(z.enum(permissionModes)),
  model: z.optional(z.string()),
  agent: z.optional(z.string()),
  effort: z.optional(z.enum(efforts)),
  efforts: z.optional(z.record(z.string(), z.enum(efforts))),
  fastMode: z.optional(z.enum(['on', 'off'])),
  ultracode: z.optional(z.enum(['on', 'off'])),
  maxThinkingTokens: z.optional(z.nullable(z.number())),
  disabledTools: z.optional(z.array(z.string())),
  lmTools: z.optional(z.array(z.string())),
  options: z.optional(z.record(z.string(), z.union([z.string(), z.boolean()]))),
});

const contextBlock = z.union([
  z.object({ kind: z.string(), title: z.string(), text: z.string() }),
  z.object({ kind: z.string(), title: z.string(), data: z.string() }),
]);

const message = z.object({
  id: z.string(),
  ...storedDraft,
  agentText: z.optional(z.string()),
  context: z.optional(z.array(contextBlock)),
  at: z.number(),
  picks,
});

/** Prompts are stored as they were shown; only members that the host reads are checked. */
const prompt = z.object({
  prompt: z.looseObject({
    id: z.string(),
    kind: z.enum(['permission', 'question', 'plan']),
    toolId: z.string(),
    call: z.looseObject({ id: z.string(), title: z.string(), content: z.array(z.unknown()) }),
  }),
  tool: z.string(),
  input: z.record(z.string(), z.unknown()),
});

const sideQuestion = z.object({
  ...{ id: z.string(), question: z.string(), at: z.number() },
  follows: z.optional(z.string()),
  answer: z.optional(z.string()),
  error: z.optional(z.string()),
});

const identity = z.object({
  ...{ pid: z.number(), startTime: z.string() },
  mark: z.optional(z.string()),
});

const shellLine = z.object({
  ...{ id: z.string(), command: z.string(), at: z.number(), output: z.string() },
  isCut: z.optional(z.literal(true)),
  end: z.optional(
    z.object({
      at: z.number(),
      exitCode: z.optional(z.number()),
      by: z.optional(z.enum(['stopped', 'window'])),
    }),
  ),
  process: z.optional(identity),
});

const record = z.object({
  channelId: z.string(),
  cwd: z.string(),
  source: z.optional(z.string()),
  sessionId: z.string(),
  fork: z.optional(z.object({ from: z.string(), at: z.optional(z.string()) })),
  rewound: z.optional(z.object({ at: z.string(), length: z.number() })),
  storedAs: z.optional(z.string()),
  fallbackTitle: z.optional(z.string()),
  addDirs: z.optional(z.array(z.string())),
  temporary: z.optional(z.enum(['empty', 'said'])),
  granted: z.optional(z.object({ rules: z.array(z.string()), directories: z.array(z.string()) })),
  picks,
  model: z.optional(z.string()),
  ownModel: z.optional(z.string()),
  draft,
  queue: z.array(message),
  inFlight: z.array(message),
  stopped: z.optional(z.array(message)),
  prompts: z.array(prompt),
  view: viewState,
  costUsd: z.number(),
  goOn: z.optional(z.object({ at: z.number() })),
  sideQuestions: z.optional(z.array(sideQuestion)),
  shellLines: z.optional(z.array(shellLine)),
  process: z.optional(identity),
  owner: z.optional(identity),
  updatedAt: storedTime,
});

export function parseRecord(data: unknown): Parsed<ChannelRecord> {
  const parsed = z.safeParse(record, data);
  if (!parsed.success) {
    return { ok: false, error: z.prettifyError(parsed.error) };
  }
  // Ids are branded strings, and prompts have more members than are checked here.
  return { ok: true, value: parsed.data as unknown as ChannelRecord };
}
