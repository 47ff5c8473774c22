import * as vscode from 'vscode';
import type { AcpSignedIn, AcpSignIn } from '../../acp/ports';
import { createTerminal, nativeUi } from '../nativeText/nativeUi';
import { lineText } from '../nativeText/neutral';

/**
 * Lets the user sign in to an agent in one of the ways that it offers, in its own words.
 * @param agent its name
 * @param signal aborts if the conversation no longer waits
 * @returns undefined if the user does not sign in
 */
export async function signInToAgent(
  agent: string,
  ways: readonly AcpSignIn[],
  signal: AbortSignal,
): Promise<AcpSignedIn | undefined> {
  const cancel = new vscode.CancellationTokenSource();
  const abort = () => cancel.cancel();
  signal.addEventListener('abort', abort);
  try {
    const way = await pickWay(agent, ways, cancel.token);
    return way && !signal.aborted ? await take(agent, way, signal, cancel.token) : undefined;
  } finally {
    signal.removeEventListener('abort', abort);
    cancel.dispose();
  }
}

interface WayItem extends vscode.QuickPickItem {
  readonly way: AcpSignIn;
}

/** A single way is shown, too: signing in must not begin without the user. */
async function pickWay(
  agent: string,
  ways: readonly AcpSignIn[],
  token: vscode.CancellationToken,
): Promise<AcpSignIn | undefined> {
  const items = ways.map((way): WayItem => {
    const { label, description, how } = way;
    return {
      label,
      iconPath: new vscode.ThemeIcon(icons[how.kind]),
      ...(description ? { detail: description } : {}),
      way,
    };
  });
  const picked = await nativeUi.showQuickPick(
    items,
    {
      title: vscode.l10n.t('Sign In to {0}', agent),
      placeHolder: vscode.l10n.t('You need to sign in first.'),
      ignoreFocusOut: true,
    },
    token,
  );
  return picked?.way;
}

const icons = { agent: 'account', terminal: 'terminal', variables: 'key' } as const;

async function take(
  agent: string,
  { id, how }: AcpSignIn,
  signal: AbortSignal,
  token: vscode.CancellationToken,
): Promise<AcpSignedIn | undefined> {
  switch (how.kind) {
    case 'agent':
      return { id };
    case 'terminal':
      await runInTerminal(vscode.l10n.t('Sign In to {0}', agent), how, signal);
      return signal.aborted ? undefined : { id };
    case 'variables': {
      const env = await askForVariables(agent, how.variables, token);
      return env && { id, env };
    }
  }
}

interface TerminalCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Resolves when the command has ended, or the user has closed the terminal. */
export async function runInTerminal(
  name: string,
  { command, args, env }: TerminalCommand,
  signal?: AbortSignal,
): Promise<void> {
  const terminal = createTerminal({ name, shellPath: command, shellArgs: [...args], env });
  await new Promise<void>(resolve => {
    const closed = vscode.window.onDidCloseTerminal(one => {
      if (one === terminal) {
        end();
      }
    });
    const end = () => {
      closed.dispose();
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    const abort = () => {
      terminal.dispose();
      end();
    };
    signal?.addEventListener('abort', abort);
    terminal.show();
  });
}

type AcpVariable = Extract<AcpSignIn['how'], { kind: 'variables' }>['variables'][number];

/** The values go to the agent's process only, and are stored nowhere. */
async function askForVariables(
  agent: string,
  variables: readonly AcpVariable[],
  token: vscode.CancellationToken,
): Promise<Readonly<Record<string, string>> | undefined> {
  const values: Record<string, string> = {};
  for (const { name, label, isSecret, isOptional } of variables) {
    const value = await nativeUi.showInputBox(
      {
        title: vscode.l10n.t('Sign In to {0}', agent),
        prompt: lineText(label ? `${label} (${name})` : name),
        password: isSecret,
        validateInput: text =>
          text === '' && !isOptional ? vscode.l10n.t('Enter a value.') : undefined,
      },
      token,
    );
    if (value === undefined) {
      return undefined;
    }
    if (value !== '') {
      values[name] = value;
    }
  }
  return values;
}
