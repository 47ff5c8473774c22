import * as vscode from 'vscode';
import { type Disposable, toDisposable } from '../../base/disposable';
import type { ToolsForOthers } from './toolsForOthers';

/** Registers the manifest's tools for VS Code's chats, if it has any. The host loads with the first call. */
export function registerTools(
  { packageJSON }: Pick<vscode.Extension<unknown>, 'packageJSON'>,
  load: () => Promise<ToolsForOthers>,
): Disposable {
  // Editors built on VS Code may lack the namespace: the rest of Tandem works without it.
  const { lm } = vscode as Partial<typeof vscode>;
  if (!lm?.registerTool) {
    return toDisposable(() => undefined);
  }
  const tools: readonly { readonly name: string }[] = packageJSON.contributes.languageModelTools;
  return vscode.Disposable.from(
    ...tools.map(({ name }) =>
      lm.registerTool(name, {
        prepareInvocation: async ({ input }) => (await load()).prepare(name, input),
        invoke: async (options, token) => (await load()).invoke(name, options, token),
      }),
    ),
  );
}
