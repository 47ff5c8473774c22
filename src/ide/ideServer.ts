import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import type { Log } from '../base/log';
import type { ConnectionId, IdePort, Range } from './idePort';
import type { IdeLimits } from './limits';

/** Where a server is found, and what opens it. */
export interface IdeAddress {
  readonly port: number;
  readonly token: string;
}

export interface IdeServerOptions {
  readonly editor: IdePort;
  /** Of Tandem. */
  readonly version: string;
  /** That of before a window was reloaded: taken again when the port is free. */
  readonly preferred?: IdeAddress;
  readonly limits?: Partial<IdeLimits>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A client that has introduced itself. */
export interface IdeConnection {
  readonly id: ConnectionId;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** The CLI's process. */
  readonly pid?: number;
  /** The folder that the CLI runs in. */
  readonly cwd?: string;
  readonly clientVersion?: string;
}

/** What is selected in the editor. */
export interface SelectionNote {
  readonly path: string;
  /** Empty when nothing is selected, or only the path may be told. */
  readonly text: string;
  readonly range: Range;
}

export interface Mention {
  readonly path: string;
  /** 0-based, both included. */
  readonly lines?: { readonly start: number; readonly end: number };
}

/** The server that CLIs in terminals connect to: MCP over WebSocket, on the loopback interface only. */
export class IdeServer implements Disposable {
  private readonly changed = new Emitter<void>();
  readonly onConnectionsChanged: Event<void> = this.changed.event;

  constructor(private readonly options: IdeServerOptions) {}

  /** @throws the system's error when no port can be had */
  async listen(): Promise<IdeAddress> {
    throw new Error(`Not there yet: ${this.options.version}`);
  }

  /** In the order in which they came. */
  get connections(): readonly IdeConnection[] {
    return [];
  }

  /** Tells every client, each one only what it was not told last; who comes later is told the newest. */
  selectionChanged(_selection: SelectionNote | undefined): void {}

  /**
   * Puts a file into the prompt of one CLI: the given one, else the one that said something last.
   * @returns `queued` when there is none: the first one that comes within a minute gets it
   */
  mention(_mention: Mention, _to?: ConnectionId): 'sent' | 'queued' {
    return 'queued';
  }

  /** Ends a connection for good: the CLI does not try again. */
  disconnect(_id: ConnectionId): void {}

  dispose(): void {
    this.changed.dispose();
  }
}
