import { useActions, usePageState } from '../store/pageContext';

const examples = [
  'Explain how this project is built',
  'Find the cause of a failing test',
  'Add a --json flag to the command line',
];

/** Introduction before the first message. Clicking an example only fills the composer. */
export function EmptyState() {
  const actions = useActions();
  const agentTitle = usePageState(state => state.config.agentTitle);
  const cwd = usePageState(state => state.conversation.summary.cwd);
  return (
    <div class="empty">
      <h2>Ask {agentTitle} about this folder</h2>
      {cwd ? (
        <p class="quiet empty-folder" dir="auto">
          {cwd}
        </p>
      ) : null}
      <ul>
        {examples.map(text => (
          <li key={text}>
            <button
              type="button"
              class="example"
              onClick={() => actions.requestComposer({ kind: 'fill', text })}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
      <p class="quiet">In Manual mode you see each edit as a diff before a file is changed.</p>
    </div>
  );
}
