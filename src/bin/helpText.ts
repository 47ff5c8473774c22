/** Programs for pipelines speak English: their output is searched and parsed. */
export const helpText = `Usage: tandem run [options]

Runs one prompt with Claude Code, without a chat. What no rule allows is denied.

Prompt (one of the three)
  --prompt <text>               the prompt itself
  --prompt-file <path>          a file with the prompt: .prompt.md, .claude/commands/*.md, or any text
  (neither)                     the prompt is read from stdin
  --input <name=value>          value of an input or a variable of the prompt; may be repeated
  --args <words>                words for $ARGUMENTS and $1

Result
  --output <format>             text (default), json or stream-json
  --schema <json|path>          JSON Schema that the result must meet
  --include-partial-messages    text as it is written, in stream-json
  --verbose                     live text on stdout, tools and cost on stderr

Agent
  --model <name>, --agent <name>
  --max-turns <n>, --max-budget-usd <usd>

Permission
  --allow <rule>                for example "Read" or "Bash(npm test:*)"; may be repeated
  --fail-on-denied              exit with 7 if a tool was denied
  --trust-folder                read and run what the folder brings: settings, hooks, MCP servers,
                                CLAUDE.md, agents, commands

Place
  --cwd <path>                  folder to run in; default: the current one
  --worktree [name]             run in a new git worktree; it is removed if nothing has changed
  --cli <path>                  Claude Code to run; default: the first one that is found

  --help, --version

Exit codes
  0 success                     5 limit of turns or cost
  1 failed                      6 no value that meets the schema
  2 bad options or input        7 a tool was denied (with --fail-on-denied)
  3 no Claude Code to run       8 the model declined to answer
  4 sign-in or API error        129, 130, 143 ended by SIGHUP, SIGINT, SIGTERM
`;
