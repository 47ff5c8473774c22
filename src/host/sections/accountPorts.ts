import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import { messageOf } from '../../base/errors';
import { AuthCommand } from '../../cli/account/authCommand';
import { SignInWatch } from '../account/signInWatch';
import { nativeUi } from '../nativeText/nativeUi';
import type { AccountPorts } from './account/accountPorts';
import type { SectionParts } from './sectionParts';

export function accountPorts(parts: SectionParts): AccountPorts {
  const { add, cli, clock, log, profiles, channels } = parts;
  const { configFolder, stateFile } = cli;
  const watch = add(new SignInWatch({ configFolder, stateFile }));
  const restartAgents = (cwd: string | undefined) => {
    for (const channel of channels()) {
      if (cwd === undefined || channel.cwd === cwd) {
        channel.agent.needRestart();
      }
    }
  };
  let isSigningIn = false;
  add(cli.onSigningIn(() => (isSigningIn = true)));
  const command = new AuthCommand({
    // The profile of a folder does not change who is signed in.
    locate: () => cli.locate(),
    platform: process.platform,
    clock,
    log,
  });
  const welcome = async () => {
    const { loggedIn } = await command.status(homedir());
    if (loggedIn && isSigningIn) {
      isSigningIn = false;
      const text = l10n.t('You are signed in to Claude Code. Agents use it from now on.');
      void nativeUi.showInformationMessage(text);
    }
  };
  add(
    watch.onChanged(() => {
      restartAgents(undefined);
      if (isSigningIn) {
        welcome().catch((error: unknown) => log.warn('Sign-in', { error: messageOf(error) }));
      }
    }),
  );
  return {
    profiles,
    command,
    signIn: () => cli.signIn(),
    onSignedIn: watch.onChanged,
    home: homedir(),
    environment: async () => (await cli.locate()).env,
    restartAgents,
  };
}
