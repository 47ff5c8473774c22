import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { TerminalScreen } from './terminalScreen';

/** Terminals of the editor for one conversation; they stay when its agent is started anew. */
export class Screens implements Disposable {
  private readonly screens = new Set<TerminalScreen>();

  constructor(private readonly clock: Clock) {}

  /** Returns a terminal in which no command runs. */
  take(): TerminalScreen {
    const free = [...this.screens].find(({ isFree }) => isFree);
    if (free) {
      return free;
    }
    const screen: TerminalScreen = new TerminalScreen(this.clock, () =>
      this.screens.delete(screen),
    );
    this.screens.add(screen);
    return screen;
  }

  dispose(): void {
    for (const screen of this.screens) {
      screen.dispose();
    }
    this.screens.clear();
  }
}
