import { exportCommands } from '../export/exportCommands';
import { folderCommands } from '../folders/folderCommands';
import { ideCommands } from '../ide/ideCommands';
import { toolCommands } from '../ideTools/choice/toolCommands';
import { sessionCommands as linkCommands } from '../links/sessionCommands';
import { reportCommands } from '../report/reporter';
import { sessionCommands } from '../sessions/sessionCommands';
import { taskCommands } from '../tasks/taskCommands';
import { agentCommands } from './agentCommands';
import { changeCommands } from './changeCommands';
import { chatCommands } from './chatCommands';
import type { CommandTable } from './command';
import { diffCommands } from './diffCommands';
import { promptCommands } from './promptCommands';
import { queueCommands } from './queueCommands';
import { settingCommands } from './settingCommands';

/** Every command there is; one that the type names and nobody wrote does not compile. */
export const commands: CommandTable = {
  ...chatCommands,
  ...promptCommands,
  ...settingCommands,
  ...queueCommands,
  ...exportCommands,
  ...reportCommands,
  ...diffCommands,
  ...changeCommands,
  ...agentCommands,
  ...folderCommands,
  ...linkCommands,
  ...sessionCommands,
  ...taskCommands,
  ...toolCommands,
  ...ideCommands,
};
