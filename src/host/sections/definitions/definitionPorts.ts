import type { AgentPlaces } from '../../../cli/agentFiles/agentFolders';
import type { AgentReports } from '../../../protocol/agentReports';
import type { ChangePreview } from '../files/changePreview';

/** Parts of the host for the sections about agents, skills and commands. */
export interface DefinitionPorts {
  configFolder(): string;
  /** Returns where files of agents lie that belong to no folder. */
  agentPlaces(): Omit<AgentPlaces, 'cwd'>;
  /** Whether agents and prompts of VS Code and GitHub are offered. */
  usesGithub(): boolean;
  /** Folder that keeps what was removed, for undo. */
  readonly removedFolder: string;
  now(): number;
  readonly preview: ChangePreview;
  /** Opens a file in an editor. */
  openFile(path: string): Promise<void>;
  /** Starts a conversation in which an agent answers. */
  startWith(agent: string, cwd: string): Promise<void>;
  /** Agents that run in a folder; all without one. */
  running(cwd: string | undefined): readonly Pick<AgentReports, 'ask'>[];
}
