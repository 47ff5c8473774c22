// From the types of `resources/beta/messages` in the API's TypeScript library (1.13.0, November 2026).

export const knownBlocks: ReadonlySet<string> = new Set([
  ...['text', 'thinking', 'redacted_thinking', 'tool_use', 'server_tool_use', 'compaction'],
  ...['web_search_tool_result', 'web_fetch_tool_result', 'advisor_tool_result', 'fallback'],
  ...['code_execution_tool_result', 'bash_code_execution_tool_result', 'container_upload'],
  ...['text_editor_code_execution_tool_result', 'tool_search_tool_result'],
  ...['mcp_tool_use', 'mcp_tool_result', 'mcp_tool_listing'],
]);

export const knownDeltas: ReadonlySet<string> = new Set([
  ...['text_delta', 'input_json_delta', 'thinking_delta', 'signature_delta'],
  ...['citations_delta', 'compaction_delta'],
]);
