import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { Deferred } from '../../../../src/base/deferred';
import type { EditTracking } from '../../../../src/core/conversation/editEvents';
import type { AgentLauncher } from '../../../../src/protocol/agentLauncher';
import type { AgentHost, AgentProcess } from '../../../../src/protocol/agentSource';
import type { Moment } from './moments';

/** Stops a host at one moment until it is told to go on. */
export class HeldMoments {
  /** Process that the host has started last. */
  agent: AgentProcess | undefined;
  /** Resolves when an agent's process has ended. */
  readonly exited = new Deferred<void>();
  private isArmed = false;
  private readonly going = new Deferred<void>();

  constructor(
    private readonly moment: Moment,
    private readonly onReached: () => void,
  ) {}

  /** From now on the moment counts. */
  arm(): void {
    this.isArmed = true;
  }

  goOn(): void {
    this.isArmed = false;
    this.going.resolve();
  }

  /** Reports the moment, and waits; returns at once for any other. */
  async at(...meant: readonly Moment[]): Promise<void> {
    if (this.isArmed && meant.includes(this.moment)) {
      this.isArmed = false;
      this.onReached();
      await this.going.promise;
    }
  }

  /** Holds the write of files below this folder. */
  holdWrites(folder: string, meant: Moment, isMeant: () => boolean = () => true): void {
    const { open } = fs.promises;
    fs.promises.open = (async (...args: Parameters<typeof open>) => {
      if (String(args[0]).includes(folder) && args[1] === 'wx' && isMeant()) {
        await this.at(meant);
      }
      return open(...args);
    }) as typeof open;
    syncBuiltinESMExports();
  }

  around(agents: AgentLauncher): AgentLauncher {
    return intercepted(agents, {
      launch: async (options, host) => {
        const process = await agents.launch(options, this.aroundHost(host));
        this.agent = process;
        return this.aroundProcess(process);
      },
    });
  }

  /** Holds what comes after a tool has run, before the tracker learns of it. */
  aroundEdits(edits: EditTracking): EditTracking {
    return intercepted(edits, {
      after: async (...args) => {
        await this.at('between the write of an Edit and its result');
        return edits.after(...args);
      },
    });
  }

  private aroundProcess(process: AgentProcess): AgentProcess {
    return intercepted(process, {
      start: async () => {
        const started = process.start();
        // Nothing else reports the end of a process that has not started.
        let isOver = false;
        const end = () => {
          isOver = true;
          this.exited.resolve();
        };
        started.catch(end);
        while (process.pid === undefined && !isOver) await setImmediate();
        await this.at('while the CLI starts');
        return started;
      },
      send: async message => {
        await this.at('after the record, before stdin');
        await process.send(message);
        await this.at('after stdin, before the first frame');
      },
      stop: async ladder => {
        const stopped = process.stop(ladder);
        await this.at('while a Stop is under way');
        await stopped;
      },
    });
  }

  private aroundHost(host: AgentHost): AgentHost {
    /** Calls that wait until the host goes on, in order. */
    let delayed: Promise<void> | undefined;
    const inOrder = (call: () => void) => {
      if (delayed) delayed = delayed.then(call);
      else call();
    };
    return intercepted(host, {
      onEvents: events => {
        if (this.isArmed && events.some(({ type }) => type === 'turn.ended')) {
          delayed ??= this.at('just after the result');
        }
        inOrder(() => host.onEvents(events));
      },
      onActivity: activity => inOrder(() => host.onActivity(activity)),
      onExit: exit => {
        inOrder(() => host.onExit(exit));
        this.exited.resolve();
      },
      decide: async (...args) => {
        const answer = await host.decide(...args);
        await this.at('after Allow, before the CLI has it');
        return answer;
      },
    });
  }
}

/** Returns an object with some methods replaced. */
function intercepted<T extends object>(target: T, replaced: Partial<T>): T {
  return new Proxy(target, {
    get: (_, name) => {
      const own: unknown = Reflect.get(replaced, name);
      const value: unknown = own ?? Reflect.get(target, name);
      return typeof value === 'function' && own === undefined ? value.bind(target) : value;
    },
  });
}
