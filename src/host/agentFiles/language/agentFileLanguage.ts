import * as vscode from 'vscode';
import { lazily } from '../../../base/lazily';
import type { KnownNames } from '../../../cli/agentFiles/headHelp';
import type { AgentFileProblems } from './features';

const patterns = [
  '**/.claude/agents/**/*.md',
  '**/.{github,copilot}/agents/**/*.md',
  '**/*.agent.md',
  '**/*.chatmode.md',
  '**/*.prompt.md',
];

/** Files of agents and prompts, whatever language they have. */
const selector = patterns.map(pattern => ({ scheme: 'file', pattern }));

/**
 * Registers problems, completion and explanations for files of agents and prompts. What does the
 * work loads with the first such file.
 * @param known names that running agents have reported
 */
export function registerAgentFileLanguage(known: () => KnownNames): vscode.Disposable {
  const load = lazily(() => import('./features'));
  let problems: AgentFileProblems | undefined;
  let isOver = false;
  const look = async (document: vscode.TextDocument) => {
    if (vscode.languages.match(selector, document) === 0) {
      return;
    }
    const { AgentFileProblems } = await load();
    if (!isOver) {
      problems ??= new AgentFileProblems();
      problems.look(document);
    }
  };
  for (const document of vscode.workspace.textDocuments) {
    void look(document);
  }
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => problems?.forget(uri)),
    vscode.languages.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: async (document, position) =>
          (await load()).completions(document, position, known()),
      },
      ...[' ', ',', '[', "'", '"'],
    ),
    vscode.languages.registerHoverProvider(selector, {
      provideHover: async (document, position) => (await load()).hover(document, position),
    }),
    new vscode.Disposable(() => {
      isOver = true;
      problems?.dispose();
    }),
  );
}
