import { afterEach, beforeEach, expect, it } from 'vitest';
import { ServerBed } from './serverBed';

let bed: ServerBed;
beforeEach(async () => {
  bed = await ServerBed.open();
});
afterEach(() => bed.close());

const one = { command: 'serve', args: ['--port', '80'] };
const two = { url: 'https://two.example/mcp' };
const long = { command: 'serve', args: ['x'.repeat(700), '&& evil'] };
const all = ['Show Configuration', 'Allow', "Don't Allow"];

it('the message shows the command, and its first button does not act', async () => {
  await bed.write({ one });
  expect(bed.newest?.text).toBe(
    `There is a new MCP server "one" in ${bed.file}. Allow agents to run it? serve --port 80`,
  );
  expect(bed.newest?.options).toEqual(all);
  await bed.write({ two });
  expect(bed.newest?.text).toContain('connect to it? https://two.example/mcp');
});

it('the configuration can be read before the answer', async () => {
  await bed.write({ one });
  await bed.press('Show Configuration');
  expect(bed.user.opened).toEqual([bed.file]);
  expect(bed.newest?.options).toEqual(all);
  await bed.decide('Allow');
  expect(await bed.start()).toEqual(['one']);
});

it('a command that is too long for the message can be allowed after a look at the file', async () => {
  await bed.write({ long });
  expect(bed.newest?.options).toEqual(['Show Configuration', "Don't Allow"]);
  await bed.press('Show Configuration');
  expect(bed.newest?.options).toEqual(all);
});

it('neither a long name nor a link can hide the command', async () => {
  await bed.write({
    [`safe ${'x'.repeat(2_000)}`]: { command: '[ok](command:x)', args: ['a\u2800'] },
  });
  expect(bed.newest?.text).toContain('Allow agents to run it? [ok] (command:x) a\\u{2800}');
});

it('a closed message leaves the server waiting, without another question', async () => {
  await bed.write({ one });
  bed.newest?.answer('Escape');
  await bed.write({ one, kept: { command: '' } });
  expect(bed.user.shown).toHaveLength(1);
  expect(await bed.states()).toMatchObject({ one: 'waiting' });
});

it('a server that changes there and back is asked about again', async () => {
  await bed.write({ one });
  await bed.write({ one: { command: 'other' } });
  await bed.write({ one });
  expect(bed.user.shown).toHaveLength(3);
});

it('several servers are one message, and those not ticked are declined', async () => {
  await bed.write({ one, two, three: { command: 'third' } });
  expect(bed.user.shown).toHaveLength(1);
  expect(bed.newest?.text).toContain('3 MCP servers');
  expect(bed.newest?.options).toEqual(['Review…']);
  await bed.press('Review…');
  expect(bed.newest?.options).toEqual([]);
  expect(bed.newest?.details).toEqual(['serve --port 80', 'https://two.example/mcp', 'third']);
  await bed.decide('one', 'three');
  expect(await bed.states()).toEqual({ one: 'allowed', two: 'declined', three: 'allowed' });
});

it('a ticked server whose command does not fit in its row is asked about alone', async () => {
  await bed.write({ one, long });
  await bed.press('Review…');
  await bed.decide('one', 'long');
  expect(await bed.states()).toEqual({ one: 'allowed', long: 'waiting' });
  await expect.poll(() => bed.newest?.text).toContain('"long"');
  await bed.press('Show Configuration');
  await bed.decide('Allow');
  expect(await bed.states()).toEqual({ one: 'allowed', long: 'allowed' });
});

it('all answers can be changed later', async () => {
  await bed.write({ one });
  await bed.decide('Allow');
  await bed.write({ one, two });
  await bed.decide("Don't Allow");
  void bed.questions.review();
  await expect.poll(() => bed.newest?.options).toEqual(['one']);
  await bed.decide('two');
  expect(await bed.states()).toEqual({ one: 'declined', two: 'allowed' });
});

it('without servers, the review says so', async () => {
  void bed.questions.review();
  await expect.poll(() => bed.newest?.text).toContain('No folder of this workspace');
});

it('an answer to a configuration that was replaced counts for nothing', async () => {
  bed.isOffering = false;
  await bed.write({ one });
  const { servers } = await bed.servers.list();
  const asked = bed.questions.askAbout(servers);
  await bed.write({ one: { command: 'other' } });
  bed.newest?.answer('Allow');
  await asked;
  await bed.write({ one });
  expect(await bed.states()).toEqual({ one: 'waiting' });
});
