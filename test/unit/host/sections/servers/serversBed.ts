import { silentLog } from '../../../../../src/base/log';
import type { ServerDefinition } from '../../../../../src/cli/servers/serverFiles';
import type { WorkspaceServer } from '../../../../../src/host/agentTools/servers/mcpFile';
import type { SectionPlace } from '../../../../../src/host/sections/model/sectionSource';
import { ServersSection } from '../../../../../src/host/sections/servers/serversSection';
import { SignIns } from '../../../../../src/host/sections/servers/signIns';
import type { AgentReports } from '../../../../../src/protocol/agentReports';
import { FakeClock } from '../../../node/fakeClock';

/** As the newest CLI reports them. */
export const reported = [
  {
    name: 'library',
    status: 'connected',
    serverInfo: { name: 'library', title: 'Town library', version: '1.0.0' },
    config: { type: 'stdio', command: 'node', args: ['/srv/library.mjs'], env: { KEY: 'hush' } },
    transport: 'stdio',
    scope: 'local',
    source: 'local',
    tools: [
      { name: 'find_book', annotations: { readOnly: true } },
      { name: 'burn', annotations: { destructive: true, openWorld: true } },
    ],
  },
  {
    name: 'guarded',
    status: 'needs-auth',
    config: { type: 'http', url: 'https://u:pw@guarded.example/mcp?key=hush' },
    transport: 'http',
    scope: 'user',
    source: 'user',
  },
  {
    name: 'nope',
    status: 'failed',
    error: "ENOENT: no such file or directory, posix_spawn '/bin/nope'",
    config: { type: 'stdio', command: '/bin/nope', args: [] },
    transport: 'stdio',
    scope: 'project',
    source: 'project',
  },
  { name: 'plugin:x:y', status: 'disabled', transport: 'sse', scope: 'dynamic' },
  { name: 'tandem', status: 'connected', transport: 'sdk', scope: 'dynamic', tools: [] },
];

export const definitions: readonly ServerDefinition[] = [
  {
    ...{ name: 'library', scope: 'local', file: '/home/.claude.json', line: 7 },
    config: { type: 'stdio', command: 'node', args: ['/srv/library.mjs'], env: { KEY: 'hush' } },
  },
  { name: 'nope', scope: 'project', file: '/w/.mcp.json', config: { command: '/bin/nope' } },
  {
    ...{ name: 'refused', scope: 'project', file: '/w/.mcp.json', isRejected: true },
    config: { command: 'x' },
  },
  {
    ...{ name: 'guarded', scope: 'user', file: '/home/.claude.json' },
    config: {
      type: 'http',
      url: 'https://u:pw@guarded.example/mcp?key=hush',
      headers: { 'X-Key': 'hush' },
    },
  },
  { name: 'library', scope: 'user', file: '/home/.claude.json', config: { command: 'other' } },
];

type Answers = Partial<Record<string, unknown>>;

/** The section around recorded answers; `said` collects what it asked and did. */
export function serversBed(
  options: {
    answers?: Answers;
    editor?: readonly WorkspaceServer[];
    files?: readonly ServerDefinition[];
    /** True if the CLI switches servers when it is asked to. */
    isSwitching?: boolean;
  } = {},
) {
  const said: string[] = [];
  const clock = new FakeClock();
  const signIns = new SignIns(clock, silentLog);
  const answers: Answers = { mcp_status: { mcpServers: reported }, ...options.answers };
  const reports = {
    version: '2.1.329',
    start: { commands: [{ name: 'library:greet (MCP)' }, { name: 'compact' }] },
    ask: async (name: string, params: object) => {
      said.push([name, ...Object.values(params)].join(' '));
      const answer = answers[name] ?? {};
      if (answer instanceof Error) throw answer;
      if (name === 'mcp_toggle' && options.isSwitching) {
        const [server, isOn] = Object.values(params);
        const status = isOn ? 'connected' : 'disabled';
        answers.mcp_status = {
          mcpServers: reported.map(one => (one.name === server ? { ...one, status } : one)),
        };
      }
      return answer;
    },
  } as unknown as AgentReports;
  const place = (parts: Partial<SectionPlace> = {}): SectionPlace => ({
    ...{ cwd: '/w', channel: undefined, isTrusted: true },
    reports: async () => reports,
    restart: () => said.push('restart'),
    ...parts,
  });
  const section = new ServersSection({
    files: async () => ({ servers: options.files ?? definitions, problems: [] }),
    editor: {
      isOffering: true,
      list: async () => ({ servers: options.editor ?? [], broken: new Map([['/v', 'bad']]) }),
    },
    command: {
      add: async (server, config, cwd) =>
        void said.push(`add ${server.scope} ${server.name} ${JSON.stringify(config)} ${cwd}`),
      remove: async (server, cwd) => void said.push(`remove ${server.scope} ${server.name} ${cwd}`),
    },
    signIns,
    openLog: async name => name === 'library',
    openLink: async url => void said.push(`open ${url}`),
    restartAgents: cwd => void said.push(`restartAgents ${cwd}`),
    clock,
    log: silentLog,
  });
  const act = (action: string, row?: string, entries: readonly string[] = []) =>
    section.act(place(), { action, row, entries, isPreview: false });
  return { section, place, said, clock, signIns, answers, act };
}
