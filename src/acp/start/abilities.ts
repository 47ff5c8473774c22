import { isObject } from '../../base/json';
import * as z from '../../base/schema';
import type { AgentFeature } from '../../contract/choices';
import { flag, lenient, lenientList, text } from '../../protocol/lenient';

/** `{}` means yes; null and nothing mean no. */
const offered = z.pipe(
  z.catch(z.optional(z.unknown()), undefined),
  z.transform(value => isObject(value) || value === true),
);

const signInMethod = z.object({
  id: z.string(),
  name: text,
  description: text,
  type: text,
  args: lenient(z.array(z.string())),
  env: lenient(z.record(z.string(), z.string())),
  vars: lenientList(z.object({ name: z.string(), label: text, secret: flag, optional: flag })),
  _meta: lenient(z.record(z.string(), z.unknown())),
});
export type SignInMethod = z.output<typeof signInMethod>;

/** Answer to `initialize`; what an agent leaves out, it cannot do. */
export const initializeResult = z.object({
  protocolVersion: z.optional(z.unknown()),
  agentCapabilities: lenient(
    z.object({
      loadSession: flag,
      promptCapabilities: lenient(z.object({ image: flag, audio: flag, embeddedContext: flag })),
      mcpCapabilities: lenient(z.object({ http: flag, sse: flag })),
      sessionCapabilities: lenient(
        z.object({
          list: offered,
          resume: offered,
          close: offered,
          delete: offered,
          fork: offered,
          additionalDirectories: offered,
        }),
      ),
      auth: lenient(z.object({ logout: offered })),
      _meta: lenient(z.record(z.string(), z.unknown())),
    }),
  ),
  agentInfo: lenient(z.object({ name: text, title: text, version: text })),
  authMethods: lenientList(signInMethod),
});
export type InitializeAnswer = z.output<typeof initializeResult>;

/** Things that an agent can do, as it has said. */
export interface Abilities {
  readonly images: boolean;
  readonly embedded: boolean;
  readonly http: boolean;
  readonly sse: boolean;
  readonly load: boolean;
  readonly resume: boolean;
  readonly fork: boolean;
  readonly list: boolean;
  readonly close: boolean;
  readonly delete: boolean;
  readonly addDirs: boolean;
  readonly signOut: boolean;
}

export function toAbilities({ agentCapabilities }: InitializeAnswer): Abilities {
  const { promptCapabilities: prompt, mcpCapabilities: mcp } = agentCapabilities ?? {};
  const session = agentCapabilities?.sessionCapabilities;
  return {
    images: prompt?.image === true,
    embedded: prompt?.embeddedContext === true,
    http: mcp?.http === true,
    sse: mcp?.sse === true,
    load: agentCapabilities?.loadSession === true,
    resume: session?.resume === true,
    fork: session?.fork === true,
    list: session?.list === true,
    close: session?.close === true,
    delete: session?.delete === true,
    addDirs: session?.additionalDirectories === true,
    signOut: agentCapabilities?.auth?.logout === true,
  };
}

/** Features that the protocol lacks altogether, and those that this agent lacks. */
export function lackingFeatures({
  images,
  fork,
}: Pick<Abilities, 'images' | 'fork'>): AgentFeature[] {
  return [
    ...(images ? [] : (['images'] as const)),
    ...(fork ? [] : (['forkWhole'] as const)),
    // A fork of the protocol has no place at which the conversation is cut.
    'fork',
    'rewind',
    'sideQuestions',
    'steering',
    'compact',
    'toolChoice',
    'servers',
    'temporary',
  ];
}
