// VS Code answers no request in its Chat view without a language model, whoever is asked. This one
// exists, and is never used.
const vscode = require('vscode');

exports.activate = context => {
  const model = {
    ...{ id: 'none', name: 'None', family: 'none', version: '1' },
    ...{ maxInputTokens: 1000, maxOutputTokens: 1000, capabilities: { toolCalling: true } },
  };
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('tandem-test', {
      provideLanguageModelChatInformation: () => [model],
      provideLanguageModelChatResponse: () => Promise.reject(new Error('The model was asked')),
      provideTokenCount: () => Promise.resolve(1),
    }),
  );
};
