import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { messageOf, UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { raceTimeout } from '../../../node/raceTimeout';

/** Milliseconds a language server has to start, and to load what belongs to a file. */
const startLimit = 20_000;
/** Milliseconds if no extension starts with the language, or its server was silent recently. */
const shortLimit = 1_500;
/** Milliseconds for one request to a running server. */
const answerLimit = 30_000;
/** Milliseconds for which a server that did not answer gets only `shortLimit`. */
const silentFor = 60_000;
const betweenLooks = 150;

/** `partial`: the server is still loading, so answers may be incomplete. */
export type Readiness = 'ready' | 'partial' | 'silent';

/** Queries language servers, and gives them time to start. */
export class LanguageServices {
  private readonly answered = new Set<string>();
  private readonly silentSince = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Waits until a document's language server has loaded what belongs to the document.
   * @param at position of a name in the document
   */
  async ready(
    document: vscode.TextDocument,
    at: vscode.Position,
    signal: AbortSignal,
  ): Promise<Readiness> {
    const end = this.clock.now() + this.limitFor(document.languageId);
    if (!(await this.started(document, end, signal))) {
      return 'silent';
    }
    // Until the project is loaded, TypeScript answers from a server that knows only open files.
    // This request goes to the other server, and so waits for the project.
    const loaded = await raceTimeout(
      this.tryToAsk('vscode.prepareCallHierarchy', document.uri, at).then(() => true),
      Math.max(1_000, end - this.clock.now()),
      this.clock,
    );
    return loaded ? 'ready' : 'partial';
  }

  /**
   * Executes a VS Code command.
   * @returns the result; undefined if there is none, or none in time
   * @throws UserError with the provider's own message when it refuses
   */
  async ask<T>(command: string, ...args: readonly unknown[]): Promise<T | undefined> {
    try {
      const answer = Promise.resolve(vscode.commands.executeCommand<T>(command, ...args));
      return (await raceTimeout(answer, answerLimit, this.clock)) ?? undefined;
    } catch (error) {
      this.log.debug(`${command} was refused`, { error: messageOf(error) });
      throw new UserError('tool.refused', `The language server says: ${messageOf(error)}`);
    }
  }

  /** Works like `ask`, but returns undefined when the provider refuses. */
  async tryToAsk<T>(command: string, ...args: readonly unknown[]): Promise<T | undefined> {
    return this.ask<T>(command, ...args).catch(() => undefined);
  }

  /**
   * Waits for a language server to return symbols of the document.
   * @returns whether one did by `end`
   */
  private async started(
    document: vscode.TextDocument,
    end: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { languageId, uri } = document;
    const symbols = async () => {
      const asked = this.tryToAsk<unknown[]>('vscode.executeDocumentSymbolProvider', uri);
      return (await raceTimeout(asked, Math.max(0, end - this.clock.now()), this.clock))?.length;
    };
    if (this.answered.has(languageId)) {
      return true;
    }
    await raceTimeout(activated(languageId), end - this.clock.now(), this.clock);
    for (;;) {
      signal.throwIfAborted();
      if (await symbols()) {
        this.answered.add(languageId);
        this.silentSince.delete(languageId);
        return true;
      }
      if (this.clock.now() >= end) {
        this.silentSince.set(languageId, this.clock.now());
        return false;
      }
      await this.pause();
    }
  }

  private limitFor(languageId: string): number {
    const silentSince = this.silentSince.get(languageId);
    const isKnownSilent = silentSince !== undefined && this.clock.now() - silentSince < silentFor;
    return isKnownSilent || extensionsFor(languageId).length === 0 ? shortLimit : startLimit;
  }

  private pause(): Promise<void> {
    return new Promise(resolve => {
      this.clock.setTimeout(resolve, betweenLooks);
    });
  }
}

function extensionsFor(languageId: string): vscode.Extension<unknown>[] {
  return vscode.extensions.all.filter(({ packageJSON }) => {
    const events: unknown = packageJSON?.activationEvents;
    return Array.isArray(events) && events.includes(`onLanguage:${languageId}`);
  });
}

async function activated(languageId: string): Promise<void> {
  const starting = extensionsFor(languageId).filter(({ isActive }) => !isActive);
  await Promise.allSettled(starting.map(extension => extension.activate()));
}
