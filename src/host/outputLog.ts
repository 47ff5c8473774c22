import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable';
import type { Log } from '../base/log';
import { maskSecrets } from '../base/secrets';

/** Maximum length of a line's data, in UTF-16 units; a frame can contain a whole file. */
const longestData = 8_192;

/** Number of lines kept for problem reports. */
const mostLines = 200;

/** The "Tandem" output channel. Data is written as JSON, truncated, with secrets masked. */
export class OutputLog implements Log, Disposable {
  private constructor(
    private readonly channel: vscode.LogOutputChannel,
    private readonly prefix: string,
    private readonly lines: string[] = [],
  ) {}

  /**
   * @param opening first line, without secrets: no secrets are looked for in it, because the patterns
   *   for that would be compiled at the start of each window
   */
  static create(opening: string): OutputLog {
    const log = new OutputLog(vscode.window.createOutputChannel('Tandem', { log: true }), '');
    log.channel.info(log.kept('info', opening));
    return log;
  }

  get traces(): boolean {
    return this.channel.logLevel === vscode.LogLevel.Trace;
  }

  trace(message: string, data?: unknown): void {
    if (this.traces) {
      this.channel.trace(this.line(message, data));
    }
  }

  debug(message: string, data?: unknown): void {
    this.channel.debug(this.line(message, data));
  }

  info(message: string, data?: unknown): void {
    this.channel.info(this.kept('info', this.line(message, data)));
  }

  warn(message: string, data?: unknown): void {
    this.channel.warn(this.kept('warn', this.line(message, data)));
  }

  error(message: string, data?: unknown): void {
    this.channel.error(this.kept('error', this.line(message, data)));
  }

  child(name: string): Log {
    return new OutputLog(this.channel, `${this.prefix}[${name}] `, this.lines);
  }

  /** This window's last lines, except `debug` and `trace`, which can contain conversation text. */
  get last(): readonly string[] {
    return this.lines;
  }

  show(): void {
    this.channel.show(true);
  }

  dispose(): void {
    this.channel.dispose();
  }

  private kept(level: string, line: string): string {
    this.lines.push(`${new Date().toISOString()} [${level}] ${line}`);
    this.lines.splice(0, this.lines.length - mostLines);
    return line;
  }

  private line(message: string, data: unknown): string {
    const text = data === undefined ? '' : ` ${JSON.stringify(data)}`;
    const said = `${this.prefix}${message}`;
    // Masked first: the cut would make a token too short to be recognized.
    const line = maskSecrets(said + text);
    const longest = said.length + longestData;
    return line.length > longest ? `${line.slice(0, longest)}… (cut)` : line;
  }
}
