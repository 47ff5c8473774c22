import type { Event } from '../../../base/emitter';
import type { AuthCommand } from '../../../cli/account/authCommand';
import type { Profiles } from '../../account/profiles';

/** Parts of the host for the section about accounts. */
export interface AccountPorts {
  readonly profiles: Profiles;
  readonly command: Pick<AuthCommand, 'status' | 'signOut'>;
  /** Opens a terminal in which the user signs in; its success is noticed. */
  signIn(): Promise<void>;
  /** Fires when somebody may have signed in or out. */
  readonly onSignedIn: Event<void>;
  /** Folder for a question without a conversation. */
  readonly home: string;
  /** Environment of the CLI before the profile's. */
  environment(): Promise<Readonly<Record<string, string>>>;
  /** Makes conversations start a new agent with their next message: those of a folder, or all. */
  restartAgents(cwd: string | undefined): void;
}
