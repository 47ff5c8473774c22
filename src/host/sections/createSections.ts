import * as vscode from 'vscode';
import type { Channel } from '../../core/conversation/channel';
import type { FileOpener } from '../chat/fileOpener';
import type { HostBase } from '../hostBase';
import type { SectionSource } from './model/sectionSource';
import { statusSection } from './status/statusSection';
import { SectionAgent } from './tab/sectionAgent';
import { SectionTab } from './tab/sectionTab';

export interface SectionParts extends HostBase {
  readonly agents: ConstructorParameters<typeof SectionAgent>[0]['agents'];
  readonly opener: Pick<FileOpener, 'openLink'>;
  channels(): readonly Channel[];
  /** Conversation in front. */
  active(): Channel | undefined;
  /** Folder of new conversations. */
  cwd(): string | undefined;
}

export function createSections(parts: SectionParts): SectionTab {
  const { context, clock, log, add, agents, channels } = parts;
  const agent = add(new SectionAgent({ agents, channels, clock }));
  return add(
    new SectionTab(
      {
        extensionUri: context.extensionUri,
        sources: sources(),
        place: () => {
          const channel = parts.active();
          const cwd = channel?.cwd ?? parts.cwd();
          const isTrusted = vscode.workspace.isTrusted;
          return { cwd, channel, isTrusted, reports: () => agent.reports(cwd, channel) };
        },
        openLink: async url => void (await parts.opener.openLink(url)),
        log,
      },
      () => agent.end(),
    ),
  );
}

/** All sections, in the order of the tab. A new one takes one line here. */
function sources(): readonly SectionSource[] {
  return [statusSection()];
}
