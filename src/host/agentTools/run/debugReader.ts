import type * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { messageOf } from '../../../base/errors';
import * as z from '../../../base/schema';
import { raceTimeout } from '../../../node/raceTimeout';
import type { DebugFrame, DebugThread } from './debugText';
import { sourcePath } from './sourcePath';

/** Milliseconds an adapter has for one request; on a busy machine it takes seconds. */
const limit = 10_000;
const mostThreads = 10;

const threads = z.looseObject({
  threads: z.array(z.looseObject({ id: z.number(), name: z.string() })),
});
const stackTrace = z.looseObject({
  stackFrames: z.array(
    z.looseObject({
      id: z.number(),
      name: z.string(),
      line: z.number(),
      source: z.optional(z.looseObject({ path: z.optional(z.string()) })),
    }),
  ),
});
const scopes = z.looseObject({
  scopes: z.array(
    z.looseObject({
      name: z.string(),
      variablesReference: z.number(),
      expensive: z.optional(z.boolean()),
    }),
  ),
});
const variables = z.looseObject({
  variables: z.array(z.looseObject({ name: z.string(), value: z.string() })),
});

/** Queries the adapter of one session over the Debug Adapter Protocol. */
export class DebugReader {
  constructor(
    private readonly session: vscode.DebugSession,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the threads; stopped ones with stack frames.
   * @param isStopped tells whether the thread with an id is stopped
   * @throws when the adapter does not answer
   */
  async threads(
    isStopped: (id: number) => boolean,
    frames: number,
  ): Promise<readonly DebugThread[]> {
    const found = (await this.ask('threads', {}, threads)).threads;
    const shown = found.slice(0, mostThreads);
    return Promise.all(
      shown.map(async ({ id, name }) => ({
        name,
        isStopped: isStopped(id),
        frames: isStopped(id) ? await this.frames(id, frames) : [],
      })),
    );
  }

  private async frames(threadId: number, levels: number): Promise<readonly DebugFrame[]> {
    const args = { threadId, startFrame: 0, levels };
    const { stackFrames } = await this.ask('stackTrace', args, stackTrace);
    return Promise.all(
      stackFrames.slice(0, levels).map(async ({ id, name, line, source }, index) => ({
        name,
        line,
        ...(source?.path ? { path: sourcePath(source.path) } : {}),
        variables: index === 0 ? await this.variables(id) : [],
      })),
    );
  }

  private async variables(frameId: number): Promise<DebugFrame['variables']> {
    try {
      const found = (await this.ask('scopes', { frameId }, scopes)).scopes;
      const cheap = found.filter(({ expensive }) => expensive !== true);
      const all = await Promise.all(
        cheap.map(async ({ name: scope, variablesReference }) => {
          const reply = await this.ask('variables', { variablesReference }, variables);
          return reply.variables.map(({ name, value }) => ({ scope, name, value }));
        }),
      );
      return all.flat();
    } catch (error) {
      return [{ scope: '', name: '(variables)', value: messageOf(error) }];
    }
  }

  private async ask<S extends z.ZodMiniType>(
    command: string,
    args: object,
    schema: S,
  ): Promise<z.output<S>> {
    const answer = await raceTimeout(
      Promise.resolve(this.session.customRequest(command, args)),
      limit,
      this.clock,
    );
    if (answer === undefined) {
      throw new Error(`The debugger did not answer "${command}" in ${limit / 1_000} s.`);
    }
    return z.parse(schema, answer);
  }
}
