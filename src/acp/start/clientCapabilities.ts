/** Things that Tandem can do for an agent, as `initialize` names them. */
export const clientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  auth: { terminal: true },
  elicitation: { form: {}, url: {} },
  session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
  // Not yet part of the stable protocol.
  plan: {},
  subagents: {},
  // By these names, adapters of before the protocol's own members ask for the same.
  _meta: { 'terminal-auth': true, terminal_output: true },
} as const;
