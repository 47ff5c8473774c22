import * as l10n from '@vscode/l10n';

/** Notes about odd data in one turn. */
const most = 20;

/** Limits how many notes about data that nobody understands a conversation gets. */
export class NoiseLimit {
  private count = 0;

  /** @returns the note to show, or undefined once there are too many */
  next(what: string): string | undefined {
    this.count += 1;
    if (this.count <= most) {
      return what;
    }
    return this.count === most + 1
      ? l10n.t('More of the same follows and is left out.')
      : undefined;
  }

  turnStarted(): void {
    this.count = 0;
  }
}
