import { realpath, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import { mayHoldSecrets } from '../../../base/secretFiles';
import type { Patiently } from '../../../core/conversation/messageContext';
import { absoluteOf } from './fileSearch';

/** Asks before a file that looks secret goes to the model, whether picked or typed. */
export class SecretQuestion {
  constructor(private readonly confirm: (name: string, path?: string) => Promise<boolean>) {}

  /** @throws UserError `mention.withheld` if the user declines */
  async require(path: string, cwd: string, patiently: Patiently): Promise<void> {
    const absolute = absoluteOf(cwd, path);
    const stats = absolute && (await stat(absolute).catch(() => undefined));
    // The agent gets only the names in a folder.
    if (!absolute || !stats || stats.isDirectory()) {
      return;
    }
    const real = await realpath(absolute).catch(() => absolute);
    const isSecret = mayHoldSecrets(absolute) || mayHoldSecrets(real);
    if (isSecret) {
      await this.ask(path, patiently, absolute);
    }
  }

  /**
   * Works like `require`, for a file whose content is part of the message.
   * @throws UserError `mention.withheld` if the user declines
   */
  async requireName(name: string, patiently: Patiently): Promise<void> {
    if (mayHoldSecrets(name)) {
      await this.ask(name, patiently);
    }
  }

  private async ask(name: string, patiently: Patiently, path?: string): Promise<void> {
    if (!(await patiently(() => this.confirm(name, path)))) {
      throw new UserError(
        'mention.withheld',
        vscode.l10n.t('{0} was not sent. Remove it from the message to send the rest.', name),
      );
    }
  }
}
