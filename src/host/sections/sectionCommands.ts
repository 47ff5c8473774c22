import { type SectionId, sectionIds } from '../../contract/sections';
import type { CommandTable } from '../commands/command';
import type { LateSections } from './lateSections';

/** Commands that open the tab "Claude Code". */
export function sectionCommands({ tab }: { readonly tab: Pick<LateSections, 'open'> }) {
  const open = (section: SectionId) => () => tab.open({ section });
  return {
    'tandem.sections.open': (section?: unknown, row?: unknown) =>
      tab.open({
        section: sectionIds.find(id => id === section) ?? 'status',
        ...(typeof row === 'string' ? { row } : {}),
      }),
    'tandem.sections.account': open('account'),
    'tandem.sections.usage': open('usage'),
    'tandem.sections.context': open('context'),
    'tandem.sections.memory': open('memory'),
    'tandem.sections.servers': open('servers'),
    'tandem.sections.agents': open('agents'),
    'tandem.sections.skills': open('skills'),
    'tandem.sections.plugins': open('plugins'),
    'tandem.sections.permissions': open('permissions'),
    'tandem.sections.sandbox': open('sandbox'),
    'tandem.sections.hooks': open('hooks'),
    'tandem.sections.outputStyles': open('outputStyles'),
    'tandem.sections.settings': open('settings'),
    'tandem.sections.status': open('status'),
  } satisfies Partial<CommandTable>;
}
