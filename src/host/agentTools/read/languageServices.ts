import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { messageOf, UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { within } from '../../../node/within';

/** Milliseconds that a language server gets to start, and to load what belongs to a file. */
const startLimit = 20_000;
/** The same where no extension says that it starts with the language. */
const shortLimit = 1_500;
/** For one question to a server that is up. */
const answerLimit = 30_000;
/** A server that has not answered is not waited for again so soon. */
const silentFor = 60_000;
const betweenLooks = 150;

/** `partial`: it has not finished loading, so that answers may lack something. */
export type Readiness = 'ready' | 'partial' | 'silent';

/** Asks what language servers know, and gives them time to start. */
export class LanguageServices {
  private readonly answered = new Set<string>();
  private readonly silentSince = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Waits until the language server of a document knows what belongs to it.
   * @param at a name in it
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
    // TypeScript's first answers come from a server that knows open files only, until the project is
    // loaded. This question is put to the other one, and so waits for it.
    const loaded = await within(
      this.tryToAsk('vscode.prepareCallHierarchy', document.uri, at).then(() => true),
      Math.max(1_000, end - this.clock.now()),
      this.clock,
    );
    return loaded ? 'ready' : 'partial';
  }

  /**
   * What a command of VS Code's answers; undefined when nobody does, or not in time.
   * @throws UserError with the provider's own words when it refuses
   */
  async ask<T>(command: string, ...args: readonly unknown[]): Promise<T | undefined> {
    try {
      const answer = Promise.resolve(vscode.commands.executeCommand<T>(command, ...args));
      return (await within(answer, answerLimit, this.clock)) ?? undefined;
    } catch (error) {
      this.log.debug(`${command} was refused`, { error: messageOf(error) });
      throw new UserError('refused', `The language server says: ${messageOf(error)}`);
    }
  }

  /** As `ask`; what refuses has no answer. */
  async tryToAsk<T>(command: string, ...args: readonly unknown[]): Promise<T | undefined> {
    return this.ask<T>(command, ...args).catch(() => undefined);
  }

  /** Whether some language server has an answer about the document by `end`. */
  private async started(
    document: vscode.TextDocument,
    end: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { languageId, uri } = document;
    const symbols = async () => {
      const asked = this.tryToAsk<unknown[]>('vscode.executeDocumentSymbolProvider', uri);
      return (await within(asked, Math.max(0, end - this.clock.now()), this.clock))?.length;
    };
    if (this.answered.has(languageId)) {
      return true;
    }
    await within(activated(languageId), end - this.clock.now(), this.clock);
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
