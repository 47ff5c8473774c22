import { claudeAdapter } from './presets';

/** Editors that can run the vendor's adapter, and how each of them is configured. */
export const editorTargets = [
  'zed',
  'jetbrains',
  'codecompanion',
  'avante',
  'emacs',
  'marimo',
] as const;
export type EditorTarget = (typeof editorTargets)[number];

export interface AdapterStart {
  /** Absolute path of the Claude Code that Tandem uses. */
  readonly claude: string;
  /** `CLAUDE_CONFIG_DIR`, if it is set. */
  readonly configFolder?: string | undefined;
  readonly platform: NodeJS.Platform;
}

const command = 'npx';
const args = ['-y', claudeAdapter];

/** Returns the text to paste into an editor's configuration. It never holds a key. */
export function editorSnippet(target: EditorTarget, start: AdapterStart): string {
  const env = variables(start);
  switch (target) {
    case 'zed':
      return json({ agent_servers: { 'Claude Code': { type: 'custom', command, args, env } } });
    case 'jetbrains':
      return json({ agent_servers: { 'Claude Code': { command, args, env } } });
    case 'codecompanion':
      return codecompanion(env);
    case 'avante':
      return avante(env);
    case 'emacs':
      return emacs(env);
    case 'marimo':
      return marimo(env, start.platform);
  }
}

function variables({ claude, configFolder }: AdapterStart): Record<string, string> {
  return {
    CLAUDE_CODE_EXECUTABLE: claude,
    ...(configFolder ? { CLAUDE_CONFIG_DIR: configFolder } : {}),
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function codecompanion(env: Record<string, string>): string {
  return `require("codecompanion").setup({
  adapters = {
    acp = {
      claude_code = function()
        return require("codecompanion.adapters").extend("claude_code", {
          commands = {
            default = ${luaList([command, ...args])},
          },
          env = {
${luaFields(env, 12)}
          },
        })
      end,
    },
  },
})
`;
}

function avante(env: Record<string, string>): string {
  return `require("avante").setup({
  provider = "claude-code",
  acp_providers = {
    ["claude-code"] = {
      command = ${luaText(command)},
      args = ${luaList(args)},
      env = {
${luaFields({ NODE_NO_WARNINGS: '1', ...env }, 8)}
      },
    },
  },
})
`;
}

function luaFields(env: Record<string, string>, indent: number): string {
  const fields = Object.entries(env).map(([name, value]) => `${name} = ${luaText(value)},`);
  return fields.map(field => ' '.repeat(indent) + field).join('\n');
}

function luaList(texts: readonly string[]): string {
  return `{ ${texts.map(luaText).join(', ')} }`;
}

function luaText(text: string): string {
  return `"${escaped(text)}"`;
}

function emacs(env: Record<string, string>): string {
  const pairs = Object.entries(env).map(([name, value]) => `${lispText(name)} ${lispText(value)}`);
  return `(setq agent-shell-anthropic-claude-acp-command
      '(${[command, ...args].map(lispText).join(' ')}))
(setq agent-shell-anthropic-claude-environment
      (agent-shell-make-environment-variables
       ${pairs.join('\n       ')}
       :inherit-env t))
`;
}

function lispText(text: string): string {
  return `"${escaped(text)}"`;
}

/** Escapes a path for a text of Lua or Lisp; both take backslashes and quotes alike. */
function escaped(text: string): string {
  return text.replace(/[\\"]/g, '\\$&');
}

/** marimo connects to a WebSocket, and runs nothing itself. */
function marimo(env: Record<string, string>, platform: NodeJS.Platform): string {
  const bridge = `npx -y stdio-to-ws "${[command, ...args].join(' ')}" --port 3017`;
  const isWindows = platform === 'win32';
  const sets = Object.entries(env).map(([name, value]) =>
    isWindows
      ? `$env:${name} = '${value.replaceAll("'", "''")}'; `
      : `${name}='${value.replaceAll("'", `'\\''`)}' `,
  );
  return `${sets.join('')}${bridge}\n`;
}
