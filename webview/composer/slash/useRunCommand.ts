import { useActions } from '../../store/pageContext';
import type { DirectCommand } from './directCommand';

/** Returns the function that runs a command of Tandem, or opens a terminal for it. */
export function useRunCommand(): (command: DirectCommand) => void {
  const { call, requestComposer } = useActions();
  return ({ name, runs }) => {
    if (runs === 'terminal') {
      void call('command.inTerminal', { name });
    } else if (name === 'mode' || name === 'model' || name === 'effort') {
      requestComposer({ kind: 'openPicker', picker: name });
    } else {
      void call('command.run', { name });
    }
  };
}
