import type { Locator } from 'playwright-core';
import type { ChatWindow } from './chatWindow';

/** VS Code's own Chat view, in a window whose `chat.disableAIFeatures` is off. */
export class BuiltInChat {
  private constructor(private readonly window: ChatWindow) {}

  /**
   * Opens it with a language model that exists and is never asked: without any, VS Code answers no
   * request, whoever it is for.
   * @param hasModel false where VS Code takes no model, as in an untrusted workspace
   */
  static async open(window: ChatWindow, hasModel = true): Promise<BuiltInChat> {
    await window.driver.evaluate(async vscode => {
      const model = {
        ...{ id: 'none', name: 'Nobody', family: 'none', version: '1' },
        ...{ maxInputTokens: 1000, maxOutputTokens: 1000, capabilities: { toolCalling: true } },
      };
      const provider = {
        provideLanguageModelChatInformation: () => [model],
        provideLanguageModelChatResponse: () => Promise.reject(new Error('The model was asked')),
        provideTokenCount: () => Promise.resolve(1),
      };
      // Newer than the types.
      const register: unknown = Reflect.get(vscode.lm, 'registerLanguageModelChatProvider');
      const known = globalThis as { chatModel?: { dispose(): void } };
      known.chatModel ??= (register as (...of: unknown[]) => { dispose(): void })(
        'tandem-test',
        provider,
      );
      await vscode.commands.executeCommand('workbench.action.chat.open');
      await vscode.lm.selectChatModels({ vendor: 'tandem-test' });
    });
    const chat = new BuiltInChat(window);
    if (hasModel) await chat.view.getByText('Nobody', { exact: true }).first().waitFor();
    return chat;
  }

  get view(): Locator {
    return this.window.workbench.page.locator('.part.auxiliarybar .interactive-session');
  }

  /** The newest response. */
  get response(): Locator {
    return this.view.locator('.interactive-response').last();
  }

  button(name: string): Locator {
    return this.response.getByRole('button', { name, exact: true }).last();
  }

  /** Presses a button as the keyboard does: what is sticky in the view may cover it. */
  async press(name: string): Promise<void> {
    const button = this.button(name);
    await button.waitFor();
    await button.focus();
    await this.window.workbench.page.keyboard.press('Enter');
  }

  /** @param files absolute paths to attach */
  ask(query: string, files: readonly string[] = []): Promise<void> {
    return this.window.driver.evaluate(
      async (vscode, text, paths) => {
        await vscode.commands.executeCommand('workbench.action.chat.open', {
          ...{ query: text, mode: 'ask' },
          attachFiles: paths.map(path => vscode.Uri.file(path)),
        });
      },
      query,
      files,
    );
  }

  /** Removes the model and hides the view, for the next file in this window. */
  close(): Promise<void> {
    return this.window.driver.evaluate(async vscode => {
      await vscode.commands.executeCommand('workbench.action.chat.newChat');
      await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
      const known = globalThis as { chatModel?: { dispose(): void } };
      known.chatModel?.dispose();
      delete known.chatModel;
    });
  }
}
