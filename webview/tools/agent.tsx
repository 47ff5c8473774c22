import type { Item } from '../../src/contract/conversation';
import { childItems } from '../../src/transcript/selectors';
import { Contents } from './parts/Contents';
import { Fold } from './parts/Fold';
import { MarkdownText } from './parts/MarkdownText';
import { countOf, durationOf } from './parts/plainText';
import type { ToolProps, ToolView } from './parts/toolView';

export const agent: ToolView<'agent'> = {
  icon: 'hubot',
  startsOpen: ({ call, item }) => call.status === 'running' || item?.progress?.status === 'running',
  Summary: ({ item }) => {
    const { status, toolUses, tokens, durationMs } = item?.progress ?? {};
    const isSettled = item !== undefined && item.call.status !== 'running';
    return [
      ...(status === 'running' && isSettled ? ['in the background'] : []),
      ...(status === 'failed' || status === 'stopped' ? [status] : []),
      ...(toolUses === undefined ? [] : [countOf(toolUses, 'tool')]),
      ...(tokens === undefined ? [] : [countOf(tokens, 'token')]),
      ...(durationMs === undefined || durationMs < 1000 || !isSettled
        ? []
        : [durationOf(durationMs)]),
    ].join(' · ');
  },
  Request: ({ call }) => {
    if (call.input === undefined) {
      return null;
    }
    const { agentType, background, prompt } = call.input;
    const terms = [
      ...(agentType === undefined ? [] : [agentType]),
      ...(background ? ['in the background'] : []),
    ];
    return (
      <>
        {terms.length === 0 ? null : <p class="tool-note">{terms.join(', ')}</p>}
        <Fold title="Prompt" id={`prompt-of:${call.id}`}>
          {() => <MarkdownText text={prompt} id={`prompt-text:${call.id}`} />}
        </Fold>
      </>
    );
  },
  Result: props => (
    <>
      <Activity {...props} />
      <Contents contents={props.call.content} id={props.item?.key ?? props.call.id} />
    </>
  ),
};

/** Output and tool calls of the subagent, in order. */
function Activity({ call, item, turn, renderCall }: ToolProps<'agent'>) {
  const inner = turn === undefined ? [] : childItems(turn, call.id);
  const lastTool = call.status === 'running' ? item?.progress?.lastTool : undefined;
  return (
    <>
      {inner.length === 0 ? null : (
        <div class="tool-inner">
          {inner.map(child =>
            child.kind === 'tool' ? renderCall?.(child) : <Reply key={child.key} item={child} />,
          )}
        </div>
      )}
      {lastTool === undefined || inner.length > 0 ? null : (
        <p class="tool-note">Using {lastTool}</p>
      )}
    </>
  );
}

function Reply({ item }: { readonly item: Item }) {
  switch (item.kind) {
    case 'text':
      return <MarkdownText text={item.text} id={item.key} streaming={item.isStreaming} />;
    case 'thinking':
      return item.text === '' ? (
        <p class="tool-note">Thinking{item.isStreaming ? ' …' : ''}</p>
      ) : (
        <Fold title="Thinking" id={item.key}>
          {() => <MarkdownText text={item.text} id={`${item.key}:text`} />}
        </Fold>
      );
    default:
      return null;
  }
}
