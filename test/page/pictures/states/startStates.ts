import type { Gate } from '../../../../src/contract/calls';
import type { MessageId } from '../../../../src/contract/ids';
import { arrived } from '../../harness/reports';
import type { StateOf } from '../picture';
import { conversation } from './conversation';

const group = 'Start';

function gate(name: string, shown: Gate): StateOf<'main'> {
  return {
    ...{ entry: 'main', name: `gate-${name}`, group },
    prepare: host => {
      host.init = { ...host.init, gate: shown };
    },
    show: page => page.getByRole('button').first().waitFor(),
  };
}

const searched = ['/usr/local/bin/claude', '~/.local/bin/claude', '~/.claude/local/claude'];

/** Before the first message, or in its place. */
export const startStates = [
  gate('missing-cli', {
    ...{ kind: 'noCli', searched },
    message: 'Claude Code was not found on this computer.',
  }),
  gate('wrapper', {
    ...{ kind: 'noCli', searched: [], isWrapper: true },
    message: 'The command “bwrap” of tandem.cli.wrapper was not found.',
  }),
  gate('untrusted', { kind: 'untrusted' }),
  gate('no-folder', { kind: 'noFolder' }),
  {
    ...gate('programs', {
      ...{ kind: 'programs', cwd: '/home/ada/shop', hash: 'one' },
      programs: [
        { kind: 'hook', file: '.claude/settings.json', name: 'SessionStart', text: 'npm ci' },
        { kind: 'server', file: '.mcp.json', name: 'notes', text: 'npx notes --quiet' },
      ],
    }),
    show: page => page.locator('button[aria-disabled="false"]').first().waitFor(),
  } satisfies StateOf<'main'>,
  conversation('empty', group, arrived, page =>
    page.getByRole('heading', { name: 'What should we work on?' }).waitFor(),
  ),
  conversation(
    'starting',
    group,
    [
      {
        type: 'sending.changed',
        sending: [{ id: 'm1' as MessageId, text: 'Where is the parser?', images: [] }],
      },
      { type: 'agent.changed', agent: { phase: 'starting' } },
    ],
    page => page.getByText('Where is the parser?').waitFor(),
  ),
  conversation(
    'worktree',
    group,
    [...arrived, { type: 'folder.changed', folder: { name: 'shop', branch: 'tandem/add-flag' } }],
    page => page.getByText('tandem/add-flag').first().waitFor(),
  ),
  conversation(
    'temporary',
    group,
    [...arrived, { type: 'folder.changed', folder: { name: 'shop', isTemporary: true } }],
    page =>
      page
        .getByText(/temporary/i)
        .first()
        .waitFor(),
  ),
] satisfies readonly StateOf<'main'>[];
