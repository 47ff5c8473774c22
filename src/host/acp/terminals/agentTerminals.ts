import type { AcpTerminal, AcpTerminals, TerminalRequest } from '../../../acp/ports';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { messageOf, UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { endAtOnce } from '../../../node/stopLadder';
import { AgentTerminal } from './agentTerminal';
import type { CommandNotes } from './commandNotes';
import type { Screens } from './screens';
import { commandLine, startCommand } from './startCommand';

/** Most commands that one agent has at a time, running or kept for their output. */
const mostCommands = 64;

export interface AgentTerminalsOptions {
  readonly screens: Screens;
  readonly notes: CommandNotes;
  readonly roots: readonly string[];
  /** Environment of programs in this folder. */
  environment(cwd: string): Promise<Readonly<Record<string, string>>>;
  /** @throws UserError `trust.required` */
  requireTrust(): void;
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Commands of one foreign agent; all of them end with it. */
export class AgentTerminals implements AcpTerminals, Disposable {
  /** With what removes the note of the command. */
  private readonly open = new Map<AgentTerminal, () => Promise<void>>();
  private isDisposed = false;

  constructor(private readonly options: AgentTerminalsOptions) {}

  async create(request: TerminalRequest): Promise<AcpTerminal> {
    const { environment, requireTrust, notes, clock, log } = this.options;
    requireTrust();
    if (this.open.size >= mostCommands) {
      throw new UserError(
        'terminal.tooMany',
        `There are ${mostCommands} terminals already. Release those that you no longer need.`,
      );
    }
    const env = await environment(request.cwd);
    requireTrust();
    const process = await startCommand(request, { ...this.options, env });
    // Nothing is awaited before the terminal listens to the output.
    const stop = () => void terminal.kill().catch(warn);
    const warn = (error: unknown) => log.warn('Ending a command', { error: messageOf(error) });
    const view = this.options.screens.take().begin(commandLine(request), stop);
    const { outputByteLimit } = request;
    const terminal: AgentTerminal = new AgentTerminal({
      ...{ process, outputByteLimit, view, clock, log },
      onReleased: () => this.forget(terminal),
    });
    this.open.set(terminal, notes.add(process));
    if (this.isDisposed) {
      this.end();
      throw new UserError('terminal.ended', 'The conversation has ended.');
    }
    return terminal;
  }

  dispose(): void {
    this.isDisposed = true;
    this.end();
  }

  private forget(terminal: AgentTerminal): void {
    const { log } = this.options;
    const removeNote = this.open.get(terminal);
    this.open.delete(terminal);
    void removeNote?.().catch((error: unknown) =>
      log.warn('The note of a command', { error: messageOf(error) }),
    );
  }

  private end(): void {
    const { clock, log } = this.options;
    for (const terminal of [...this.open.keys()]) {
      const { process } = terminal;
      const removeNote = this.open.get(terminal);
      this.open.delete(terminal);
      // A command that has ended may have left something running that is not in its group.
      const isGone = process.exit ? process.sweep() : endAtOnce([process], { clock });
      void isGone
        .then(removeNote)
        .catch((error: unknown) => log.warn('The note of a command', { error: messageOf(error) }));
    }
  }
}
