import type { ConversationEvent } from '../../../contract/events';
import { oneLine } from './foreignText';

/** Texts about unknown data that are shown, once each. */
const mostUnknown = 20;

/** Shows what no schema takes, each text once: a method, a malformed line, a kind of update. */
export class UnknownTexts {
  private readonly shown = new Set<string>();

  show(what: string, at: number): ConversationEvent[] {
    const text = oneLine(what, 300);
    if (this.shown.has(text) || this.shown.size >= mostUnknown) {
      return [];
    }
    this.shown.add(text);
    return [{ type: 'unknown', what: text, at }];
  }
}
