import { useActions } from '../store/pageContext';
import { Markdown } from '../ui/markdown/Markdown';

interface AgentTextProps {
  readonly text: string;
  readonly isStreaming: boolean;
}

/** Markdown from the agent; links open through the host. */
export function AgentText({ text, isStreaming }: AgentTextProps) {
  const actions = useActions();
  return (
    <Markdown
      text={text}
      streaming={isStreaming}
      onCopy={copied => void actions.copy(copied)}
      onLink={target => {
        if (target.kind === 'url') {
          void actions.openLink(target.url);
        } else {
          const { kind: _, ...location } = target;
          void actions.openFile(location);
        }
      }}
    />
  );
}
