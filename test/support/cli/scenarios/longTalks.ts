import { gate, type Part, text, toolUse, usage } from '../../api/reply';
import type { Scenario, Stage } from './scenario';

/** Ends an answer whose request had this many tokens. */
export const filled = (input_tokens: number) =>
  usage({ input_tokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 });

/** Makes the CLI compact a conversation of more than some 90,000 tokens. */
export const smallWindow = { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000' };

/** Scripts the summary that the CLI asks for, and what follows it. */
export function scriptSummary({ api }: Pick<Stage, 'api'>, summary: string, next: Part): void {
  api.onPrompt(/Your task is to create a detailed summary/, [
    text(`<analysis>Apples.</analysis>\n<summary>\n${summary}\n</summary>`),
  ]);
  // The last messages are kept, so that the rounds do not begin anew.
  const goOn = () => [next, filled(4_000)];
  api.onPrompt('This session is being continued from a previous conversation', goOn);
}

/** Compaction by the CLI itself: impossible in a short talk, then in the middle of a turn. */
export const autoCompact: Scenario = async stage => {
  scriptSummary(stage, 'Apples keep longest in a cool, dark room.', text('I have looked.'));
  await stage.start([], smallWindow);
  await stage.turn('about apples', [[text('Keep them cool.'), filled(95_000)]]);
  await stage.turn('and pears', [[text('Also cool.'), filled(3_000)]]);
  await stage.turn('look around', [
    [toolUse('Bash', { command: 'echo seen', description: 'Look' }), filled(95_000)],
    [text('I have looked.'), filled(4_000)],
  ]);
  await stage.turn('and plums', [[text('In the fridge.'), filled(4_100)]]);
};

/** A subagent that starts a subagent that starts a third, which asks for permission. */
export const nestedAgents: Scenario = async stage => {
  const agent = (description: string, prompt: string) =>
    toolUse(stage.agentTool, {
      description,
      prompt,
      subagent_type: 'general-purpose',
      run_in_background: false,
    });
  stage.api.onSubagent('the outer job', [agent('Middle', 'the middle job'), text('Outer done.')]);
  stage.api.onSubagent('the middle job', [agent('Inner', 'the inner job'), text('Middle done.')]);
  stage.api.onSubagent('the inner job', [
    [text('Deep down.'), toolUse('Bash', { command: 'echo 1 > deep.txt', description: 'Dig' })],
    toolUse('Write', { file_path: stage.path('deeper.txt'), content: 'deeper\n' }),
    text('Inner done.'),
  ]);
  await stage.turn('nest', [agent('Outer', 'the outer job'), text('All done.')]);
};

/** Background tasks that the user stops: a command alone, and a subagent with the turn. */
export const stoppedTasks: Scenario = async stage => {
  const serve = (description: string) =>
    toolUse('Bash', {
      command: 'echo hello; tail -f /dev/null',
      description,
      run_in_background: true,
    });
  const cli = await stage.begin('serve', [serve('Serve'), text('It runs.')]);
  await stage.result();
  const started = await cli.waitFor(frame => frame.subtype === 'task_started');
  await cli.control('stop_task', { task_id: started.task_id });
  stage.api.onSubagent('far away', [text(gate('far'), 'Back.')]);
  const far = { description: 'Far', prompt: 'far away', subagent_type: 'general-purpose' };
  await stage.turn('send off', [
    toolUse(stage.agentTool, { ...far, run_in_background: true }),
    text('Sent.'),
  ]);
  await stage.api.reached('far');
  await stage.begin('talk', [text('So far ', gate('talk'), 'and on')]);
  await cli.waitFor(frame => JSON.stringify(frame).includes('So far'));
  await cli.control('interrupt');
  await stage.result();
  stage.api.open('far');
  stage.api.open('talk');
};
