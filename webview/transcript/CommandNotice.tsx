import * as l10n from '@vscode/l10n';
import type { CommandAnswer } from '../late/cardRegistry';
import { useActions } from '../store/pageContext';
import { Button } from '../ui/Button';
import { AgentText } from './AgentText';
import { markdownOf } from './commandMarkdown';

/** SGR escape sequences, which color terminal output. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const sgr = /\u001b\[[\d;]*m/g;

interface CommandNoticeProps {
  readonly itemKey: string;
  readonly notice: CommandAnswer;
}

/** Renders what a command has answered. */
export function CommandNotice({ itemKey, notice }: CommandNoticeProps) {
  return (
    <div class="item command-output" data-reveal={itemKey}>
      {notice.kind === 'terminalOnly' ? (
        <TerminalOnly command={notice.command} />
      ) : (
        <CommandOutput command={notice.command} text={notice.text} />
      )}
    </div>
  );
}

interface CommandOutputProps {
  readonly command: string | undefined;
  readonly text: string;
}

/** Answer of a command: Markdown as such, and columns as they stand. */
function CommandOutput({ command, text }: CommandOutputProps) {
  const plain = text.replace(sgr, '');
  const markdown = markdownOf(plain);
  return (
    <>
      {command ? <div class="quiet">{command.replace(/^\/?/, '/')}</div> : null}
      {markdown === undefined ? (
        <pre dir="auto">{plain}</pre>
      ) : (
        <AgentText text={markdown} isStreaming={false} />
      )}
    </>
  );
}

/** Says that a command works in a terminal only, and offers one. */
function TerminalOnly({ command }: { readonly command: string }) {
  const { call } = useActions();
  return (
    <>
      <p>{l10n.t('Claude Code has the command /{0} in a terminal only.', command)}</p>
      <Button onClick={() => void call('command.inTerminal', { name: command })}>
        {l10n.t('Open in Terminal')}
      </Button>
    </>
  );
}
