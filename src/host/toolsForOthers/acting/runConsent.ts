import * as l10n from '@vscode/l10n';
import { plural } from '../../../base/plural';
import { Sequencer } from '../../../base/sequencer';
import { fenced, plainLine } from '../../../core/export/markdown/fences';
import { messageText } from '../../nativeText/messageText';
import type { nativeUi } from '../../nativeText/nativeUi';
import type { UnaskedRun } from '../../runs/startUnasked';
import { shortPath } from '../../shortPath';

/** UTF-16 units of a prompt that is shown whole; of a longer one, its beginning is shown. */
const longestPrompt = 600;
const longestBeginning = 160;
const longestName = 60;
/** Questions that may wait for an earlier one. */
const mostWaiting = 4;
/** Messages whose agents have given up, which VS Code shows until the user closes them. */
const mostLeft = 3;

interface ConsentUi extends Pick<typeof nativeUi, 'showWarningMessage'> {
  /** Opens a text beside what the user works on. */
  openText(text: string): Promise<void>;
}

/** Asks the user about runs that agents outside of VS Code want. */
export class RunConsent {
  private readonly questions = new Sequencer();
  private waiting = 0;
  private open = 0;

  constructor(private readonly ui: ConsentUi) {}

  /**
   * Shows one question at a time, and none while several that nobody waits for are open: an agent
   * could fill the window with them. Not modal: a dialog would take the next Enter of whoever types.
   * @param agent name of the agent, by itself
   */
  async ask(agent: string, wanted: UnaskedRun, signal: AbortSignal): Promise<boolean> {
    if (this.waiting >= mostWaiting) {
      return false;
    }
    this.waiting += 1;
    try {
      return await this.questions.queue(() => this.show(agent, wanted, signal));
    } finally {
      this.waiting -= 1;
    }
  }

  /**
   * Buttons that act do not come first, because a key binding presses the first one. A prompt that
   * is too long for the message can be allowed only after it was shown.
   */
  private async show(agent: string, wanted: UnaskedRun, signal: AbortSignal): Promise<boolean> {
    const show = l10n.t('Show Prompt');
    const run = l10n.t('Run');
    const decline = l10n.t("Don't Run");
    const isShort = messageText(wanted.prompt, Number.MAX_SAFE_INTEGER).length <= longestPrompt;
    const question = questionOf(agent, wanted, isShort ? longestPrompt : longestBeginning);
    let isSeen = isShort;
    while (!signal.aborted && this.open < mostLeft) {
      const actions = isSeen ? [show, run, decline] : [show, decline];
      const picked = await Promise.race([this.shown(question, actions), aborted(signal)]);
      if (picked !== show) {
        return picked === run;
      }
      await this.ui.openText(wanted.prompt);
      isSeen = true;
    }
    return false;
  }

  private async shown(question: string, actions: readonly string[]): Promise<string | undefined> {
    this.open += 1;
    try {
      return await this.ui.showWarningMessage(question, ...actions);
    } finally {
      this.open -= 1;
    }
  }
}

function questionOf(agent: string, wanted: UnaskedRun, longest: number): string {
  const name = messageText(agent, longestName);
  const prompt = messageText(wanted.prompt, longest);
  const where = wanted.inWorktrees
    ? l10n.t('{0}, in a new worktree', placesOf(wanted))
    : placesOf(wanted);
  return name === ''
    ? l10n.t("Another agent wants Tandem's agent to work on {0}: {1}", where, prompt)
    : l10n.t("{0} wants Tandem's agent to work on {1}: {2}", name, where, prompt);
}

function placesOf({ files, folder }: UnaskedRun): string {
  const [only = folder] = files;
  return files.length > 1
    ? plural(files.length, { other: l10n.t('{0} files', files.length) })
    : messageText(shortPath(only), 120);
}

/** Texts with which VS Code asks before a chat runs the tool. */
export interface Confirmation {
  readonly title: string;
  /** Markdown in which no text of the chat is markup. */
  readonly message: string;
}

/**
 * Dialogs show the message as plain text, so the prompt comes last, where nothing of it can pass for
 * our own words.
 * @param wanted as the chat gives it: paths may be relative
 */
export function confirmationOf({
  prompt,
  files,
  inWorktrees,
}: Omit<UnaskedRun, 'folder'>): Confirmation {
  const about =
    files.length === 0
      ? l10n.t("Tandem's agent works in the folder of this window, under your permission rules.")
      : plural(files.length, {
          one: l10n.t("Tandem's agent works on this file, under your permission rules:"),
          other: l10n.t(
            "Tandem's agent works on each of these {0} files, under your permission rules:",
            files.length,
          ),
        });
  const places = files.map(file => `- ${plainLine(file)}`).join('\n');
  const worktree = inWorktrees ? l10n.t('It uses a new Git worktree.') : '';
  return {
    title: l10n.t("Run this prompt with Tandem's agent?"),
    message: [about, places, worktree, l10n.t('The prompt:'), fenced(prompt)]
      .filter(Boolean)
      .join('\n\n'),
  };
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise(resolve => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
