// biome-ignore lint/style/noRestrictedImports: an extension of its own, which runs a command of the editor
const { commands } = require('vscode');

/** The first thing to be seen is the chat, whose examples the scripted tour can answer. */
exports.activate = () => {
  void commands.executeCommand('tandem.chat.open');
};
