import type { Picture, PictureState, PictureTheme, PictureWidth } from '../picture';
import { cardStates } from './cardStates';
import { composerStates } from './composerStates';
import { conversationStates } from './conversationStates';
import { requestStates } from './requestStates';
import { startStates } from './startStates';
import { tabStates } from './tabStates';

/** Everything that pictures are made of. */
export const states: readonly PictureState[] = [
  ...startStates,
  ...conversationStates,
  ...cardStates,
  ...requestStates,
  ...composerStates,
  ...tabStates,
];

/** Pictures that are compared pixel by pixel, in each run of the tests. */
const chosen: readonly (readonly [name: string, width: PictureWidth, theme: PictureTheme])[] = [
  ['gate-missing-cli', 300, 'light'],
  ['gate-programs', 300, 'dark'],
  ['empty', 300, 'dark'],
  ['worktree', 300, 'hcLight'],
  ['talk', 300, 'light'],
  ['talk-top', 880, 'dark'],
  ['rate-limit-ended', 260, 'dark'],
  ['usage-limit', 300, 'light'],
  ['agent-lost', 400, 'hcDark'],
  ['turn-changes', 400, 'light'],
  ['cards-commands', 400, 'dark'],
  ['cards-edits', 880, 'light'],
  ['cards-notebook', 300, 'dark'],
  ['cards-subagents', 400, 'hcLight'],
  ['permission-command', 260, 'light'],
  ['permission-edit', 300, 'dark'],
  ['question', 300, 'hcDark'],
  ['plan', 880, 'light'],
  ['elicitation-form', 400, 'dark'],
  ['list-of-models', 300, 'light'],
  ['strip-open', 300, 'dark'],
  ['everything', 260, 'hcDark'],
  ['section-servers', 880, 'dark'],
  ['inspector-call', 880, 'light'],
];

export const chosenPictures: readonly Picture[] = chosen.map(([name, width, theme]) => {
  const state = states.find(one => one.name === name);
  if (!state) throw new Error(`There is no state "${name}".`);
  return { state, width, theme };
});
