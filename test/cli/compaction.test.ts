import { expect, it } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { bytesAt, put, ReviewBed } from '../support/channels/reviewBed';
import { filled, scriptSummary, smallWindow } from '../support/cli/scenarios/longTalks';
import { items, promptId, said } from './support/talk';

it('goes on after the CLI has compacted the conversation in the middle of a turn', async () => {
  const bed = await ReviewBed.open({ env: smallWindow });
  try {
    const talk = await bed.talk();
    const { channel } = talk;
    const file = bed.path('apples.txt');
    const before = await put(file, 'one\n');
    scriptSummary(bed, 'Apples keep longest in a cool, dark room.', text('Looked.'));
    await talk.turn(toolUse('Edit', { file_path: file, old_string: 'one', new_string: 'two' }));
    const look = toolUse('Bash', { command: 'echo seen', description: 'Look' });
    await talk.turn([look, filled(95_000)]);
    const { usage } = channel.conversation.summary;
    expect(usage.contextTokens).toBeLessThan(20_000);
    await talk.turn();

    const notices = items(channel).flatMap(item => (item.kind === 'notice' ? item.notice : []));
    expect(notices).toEqual([
      {
        kind: 'compacted',
        isAutomatic: true,
        summary: 'Apples keep longest in a cool, dark room.',
        tokensBefore: expect.any(Number),
        tokensAfter: expect.any(Number),
      },
    ]);
    const [first, , second, , third] = said(channel).map(String);
    expect(said(channel)).toEqual([first, 'Done.', second, 'Looked.', third, 'Done.']);

    // Forking needs what the agent still knows; undoing does not.
    const { registry } = bed;
    const behind = registry.fork(channel, promptId(channel, second ?? ''));
    await expect(behind).rejects.toMatchObject({ code: 'session.compacted' });
    const fork = await registry.fork(channel, promptId(channel, third ?? ''));
    expect(said(fork)).toEqual([first, 'Done.', second, 'Looked.']);
    await bed.decisions.undoFiles('Undo', bed.waiting(file));
    expect(await bytesAt(file)).toEqual(before);

    await bed.leave();
    const next = await ReviewBed.open({ after: bed, env: smallWindow });
    const again = await next.registry.load(bed.home.workspace, channel.id);
    expect(again && said(again)).toEqual(said(channel));
    expect(again && items(again).filter(item => item.kind === 'notice')).toMatchObject([
      { notice: { kind: 'compacted', isAutomatic: true } },
    ]);
    await next.leave();
  } finally {
    await bed.close();
  }
});
