import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CliBinary } from './cliBinary';
import { startRecordingProxy } from './recordingProxy';
import { skills, subagent, todoTools } from './scenarios/agentTools';
import { askQuestion, errors, exitPlan, permissions } from './scenarios/dialogs';
import { basic, editTools, readTools, searchTools } from './scenarios/fileTools';
import { autoCompact, nestedAgents, stoppedTasks } from './scenarios/longTalks';
import { bashTools, interrupt, mcp } from './scenarios/processTools';
import { type Scenario, Stage } from './scenarios/scenario';
import { webTools } from './scenarios/webTools';
import type { FrameRow } from './stdioCli';

interface ScenarioEntry {
  run: Scenario;
  /** False for versions that lack the scenario's features. */
  appliesTo?: (version: string) => boolean;
  /** True if WebFetch needs pages to fetch. */
  needsProxy?: boolean;
}

const is20 = (version: string) => version.startsWith('2.0.');

/** All scenarios by file name. */
export const scenarios: Readonly<Record<string, ScenarioEntry>> = {
  basic: { run: basic },
  edit_tools: { run: editTools },
  read_tools: { run: readTools },
  search_tools: { run: searchTools, appliesTo: is20 },
  bash_tools: { run: bashTools },
  todo_tools: { run: todoTools },
  web_tools: { run: webTools, needsProxy: true },
  subagent: { run: subagent },
  skills: { run: skills },
  mcp: { run: mcp },
  permissions: { run: permissions },
  // 2.0.36 has no AskUserQuestion.
  ask_question: { run: askQuestion, appliesTo: version => !is20(version) },
  exit_plan: { run: exitPlan },
  interrupt: { run: interrupt },
  errors: { run: errors },
  // 2.0.36 has no such variable, no nested subagents, and cannot stop tasks.
  auto_compact: { run: autoCompact, appliesTo: version => !is20(version) },
  nested_agents: { run: nestedAgents, appliesTo: version => !is20(version) },
  stopped_tasks: { run: stoppedTasks, appliesTo: version => !is20(version) },
};

const repository = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/**
 * Records a scenario into `<folder>/<name>.jsonl` and `.meta.json`; resolves with the row count.
 */
export async function recordScenario(
  name: string,
  binary: CliBinary,
  folder: string,
): Promise<number> {
  const entry = scenarios[name];
  if (!entry) throw new Error(`There is no scenario ${name}`);
  const proxy = entry.needsProxy ? await startRecordingProxy() : undefined;
  const stage = await Stage.open(binary, {
    settings: { skipWebFetchPreflight: true },
    ...(proxy ? { env: proxy.env } : {}),
  });
  try {
    await entry.run(stage);
    await stage.finish();
    const unmatched = stage.api.unmatched.map(request => request.prompt);
    if (unmatched.length > 0) throw new Error(`${name}: not scripted: ${unmatched.join(' | ')}`);
    const neutral = neutralPaths(stage, binary);
    const rows = neutralRows(stage.rows, neutral);
    const meta = { scenario: name, version: binary.version, processes: stage.processes };
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.jsonl`), `${rows.join('\n')}\n`);
    const metaText = neutral(JSON.stringify(meta, null, 2));
    await writeFile(join(folder, `${name}.meta.json`), `${metaText}\n`);
    return rows.length;
  } finally {
    await stage.close();
    await proxy?.close();
  }
}

/** Replaces paths that differ between machines; longer paths come before the paths they contain. */
function neutralPaths({ home, api }: Stage, binary: CliBinary): (value: string) => string {
  const replacements: [string, string][] = [
    [home.workspace, '/workspace'],
    [home.configDir, '/config'],
    [home.home, '/home/user'],
    [home.root, '/home/user/tmp'],
    [home.workspace.replace(/[^A-Za-z0-9]/g, '-'), '-workspace'],
    [binary.path, '/usr/local/bin/claude'],
    [repository, '/repository'],
    [process.execPath, '/usr/bin/node'],
    [api.url, 'http://127.0.0.1:1234'],
    [`${tmpdir()}/claude-${process.getuid?.() ?? 0}`, '/tmp/claude'],
  ];
  const inJson = (value: string) => JSON.stringify(value).slice(1, -1);
  return value =>
    replacements.reduce((text, [from, to]) => text.replaceAll(inJson(from), to), value);
}

interface JsonDelta {
  partial_json: string;
}

/** Returns the rows as lines. Replaces streamed paths as a whole and then splits them again. */
function neutralRows(rows: readonly FrameRow[], neutral: (value: string) => string): string[] {
  let open: JsonDelta[] = [];
  for (const { frame } of rows) {
    const event = frame.event as { type?: string; delta?: Partial<JsonDelta> } | undefined;
    if (event?.type === 'content_block_start') open = [];
    const { delta } = event ?? {};
    if (delta?.partial_json !== undefined) open.push(delta as JsonDelta);
    if (event?.type === 'content_block_stop') cutAlike(open, neutral);
  }
  return rows.map(row => neutral(JSON.stringify(row)));
}

/** Splits the new text over the deltas in the proportions of the old text. */
function cutAlike(deltas: readonly JsonDelta[], neutral: (value: string) => string): void {
  const before = deltas.map(delta => delta.partial_json).join('');
  const after = Array.from(neutral(before));
  let seen = 0;
  let from = 0;
  for (const delta of deltas) {
    seen += delta.partial_json.length;
    const to = Math.round((seen / before.length) * after.length);
    delta.partial_json = after.slice(from, to).join('');
    from = to;
  }
}
