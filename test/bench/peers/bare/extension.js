// The least that an extension can do to show a CLI's answers: spawn, split, parse, merge deltas for
// 16 ms, post, append text nodes to lines. It is the yardstick of `npm run bench:peers`, and nothing to use.
const { spawn } = require('node:child_process');
// biome-ignore lint/style/noRestrictedImports: an extension of its own
const vscode = require('vscode');

const args = [
  ...['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
  '--include-partial-messages',
];
const mergeMs = 16;

const page = `<!doctype html>
<style>
body { display: flex; flex-direction: column; height: 100vh; margin: 0; }
#log { flex: 1; overflow: auto; white-space: pre-wrap; }
#log div:empty { height: 1lh; }
</style>
<div id="log"></div>
<textarea id="message"></textarea>
<script>
const vscode = acquireVsCodeApi();
const log = document.getElementById('log');
const message = document.getElementById('message');
let open;
let part;
let lines = 0;
// An element a line, in parts, because the layout of a long text or list costs as much as it is long.
const startLine = () => {
  if (lines++ % 50 === 0) log.append((part = document.createElement('div')));
  part.append((open = document.createElement('div')));
};
addEventListener('message', ({ data }) => {
  for (const item of data) {
    if (!open || item.isWhole) startLine();
    for (const [index, line] of item.text.split('\\n').entries()) {
      if (index > 0) startLine();
      open.append(line);
    }
    if (item.isWhole) open = undefined;
  }
  log.scrollTop = log.scrollHeight;
});
message.addEventListener('keydown', event => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  vscode.postMessage(message.value);
  message.value = '';
});
</script>`;

exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.window.registerWebviewViewProvider('bare.chat', {
      resolveWebviewView({ webview }) {
        const conversation = createConversation(webview);
        subscriptions.push(conversation);
        webview.options = { enableScripts: true };
        webview.html = page;
        webview.onDidReceiveMessage(conversation.send);
      },
    }),
  );
};

function createConversation(webview) {
  let child;
  let timer;
  let pending = [];
  const post = (text, isWhole) => {
    const last = pending.at(-1);
    if (last && !last.isWhole && !isWhole) last.text += text;
    else pending.push({ text, isWhole });
    timer ??= setTimeout(() => {
      webview.postMessage(pending);
      pending = [];
      timer = undefined;
    }, mergeMs);
  };
  const onFrame = ({ type, event, message }) => {
    if (type === 'stream_event' && event.delta?.type === 'text_delta') {
      return post(event.delta.text, false);
    }
    if (type !== 'assistant' && type !== 'user') return undefined;
    for (const block of message.content) {
      if (block.type === 'tool_use') post(`${block.name} ${JSON.stringify(block.input)}`, true);
      if (block.type === 'tool_result') post(block.content, true);
    }
    return undefined;
  };
  const start = () => {
    const cwd = vscode.workspace.workspaceFolders[0].uri.fsPath;
    const stdio = ['pipe', 'pipe', 'ignore'];
    child = spawn(process.env.BARE_CLI, args, { cwd, stdio });
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', chunk => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      for (const line of lines) onFrame(JSON.parse(line));
    });
  };
  return {
    send(text) {
      post(text, true);
      if (!child) start();
      const content = [{ type: 'text', text }];
      child.stdin.write(
        `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`,
      );
    },
    dispose() {
      clearTimeout(timer);
      child?.kill();
    },
  };
}
