import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import type { ToolsForOthers } from './toolsForOthers';

/** Registers the tools of the manifest for VS Code's chats; what runs them loads with the first call. */
export function registerTools(
  { packageJSON }: Pick<vscode.Extension<unknown>, 'packageJSON'>,
  load: () => Promise<ToolsForOthers>,
): Disposable {
  const tools: readonly { readonly name: string }[] = packageJSON.contributes.languageModelTools;
  return vscode.Disposable.from(
    ...tools.map(({ name }) =>
      vscode.lm.registerTool(name, {
        prepareInvocation: async ({ input }) => (await load()).prepare(name, input),
        invoke: async (options, token) => (await load()).invoke(name, options, token),
      }),
    ),
  );
}
