import { useActions } from '../store/pageContext';
import { Markdown } from '../ui/markdown/Markdown';

interface AgentTextProps {
  readonly text: string;
  readonly isStreaming: boolean;
}

/** Markdown from the agent; links open through the host. */
export function AgentText({ text, isStreaming }: AgentTextProps) {
  const { call, callHost } = useActions();
  return (
    <Markdown
      text={text}
      streaming={isStreaming}
      onCopy={copied => void callHost('clipboard.write', { text: copied })}
      onInsert={code => void call('code.insert', { text: code })}
      onRun={code => void call('code.run', { text: code })}
      onLink={target => {
        if (target.kind === 'url') {
          void callHost('link.open', { url: target.url });
        } else {
          const { kind: _, ...location } = target;
          void call('file.open', { location });
        }
      }}
    />
  );
}
