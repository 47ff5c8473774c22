import { realpath } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { messageOf, UserError } from '../../../base/errors';
import { isSecretFile } from '../../../base/secretFiles';
import type { ReadRules } from '../../../cli/permissions/readRules';
import type { WithheldReason } from '../../../contract/mentions';
import { realPlace } from '../../../core/edits/place';
import { AllowedPaths } from '../../agentTools/read/text/allowedPaths';

export interface AgentPathsOptions {
  readonly cwd: string;
  /** Absolute paths of the conversation's folders; `cwd` is one of them. */
  readonly roots: readonly string[];
  readonly rules: ReadRules;
  /** Returns why the text of a file is not shared; see `Sharing`. */
  reasonAgainst(path: string): Promise<WithheldReason | undefined>;
  readonly platform?: NodeJS.Platform;
}

/** Path that an agent may use. */
export interface AgentPath {
  /** As the agent spells it, without `..`. */
  readonly path: string;
  /** Without links; see `realPlace`. */
  readonly real: string;
}

/**
 * Decides which files a foreign agent reaches through the editor. All refusals are `UserError`s whose
 * words are for the agent.
 */
export class AgentPaths {
  private readonly allowed: AllowedPaths;
  /** Files whose text comes from the agent itself. */
  private readonly own = new Set<string>();

  constructor(private readonly options: AgentPathsOptions) {
    const { cwd, roots, rules, platform } = options;
    this.allowed = new AllowedPaths(cwd, roots, rules, platform);
  }

  /** @throws UserError `file.relative`, `file.outside`, `file.unreadable`, `file.secret`, `file.denied`, `file.unshared` */
  async readable(path: string): Promise<AgentPath> {
    const found = await this.writable(path);
    const reason = this.own.has(found.real)
      ? undefined
      : await this.options.reasonAgainst(found.path);
    if (reason !== undefined) {
      throw new UserError(
        reason === 'denied' ? 'file.denied' : 'file.unshared',
        words(path)[reason],
      );
    }
    return found;
  }

  /**
   * Works like `readable`, but does not ask whether the text is shared: what git ignores, or the
   * editor hides, can be written without being shown.
   */
  async writable(path: string): Promise<AgentPath> {
    const found = await this.inside(path);
    const real = await realpath(found.path).catch(() => found.real);
    if ([found.path, found.real, real].some(isSecretFile)) {
      throw new UserError('file.secret', words(path).secret);
    }
    if ((await this.allowed.denies(found.path)) || (await this.allowed.denies(found.real))) {
      throw new UserError('file.denied', words(path).denied);
    }
    return found;
  }

  /** Notes that the agent has written a file, and so may read it again. */
  noteWritten(real: string): void {
    this.own.add(real);
  }

  private async inside(path: string): Promise<AgentPath> {
    if (!isAbsolute(path)) {
      throw new UserError('file.relative', `${path} is not an absolute path.`);
    }
    const absolute = await this.allowed.resolve(path);
    const real = await realPlace(absolute).catch((error: unknown) => {
      throw new UserError('file.unreadable', `${path} cannot be reached: ${messageOf(error)}`);
    });
    // A link that leads nowhere yet is no file, but writing follows it.
    if (!(await this.allowed.contains(real))) {
      throw new UserError(
        'file.outside',
        `${path} is a link that leads outside of the folders of this conversation (${this.options.roots.join(', ')}).`,
      );
    }
    return { path: absolute, real };
  }
}

function words(path: string): Record<WithheldReason, string> {
  return {
    secret: `${path} holds secrets by its name. The editor gives agents no access to it.`,
    denied: `The user's permission settings deny reading ${path}. Do not read it in another way.`,
    excluded: `${path} is hidden by the user's settings files.exclude or search.exclude, so the editor does not share it.`,
    ignored: `${path} is ignored by git, so the editor does not share it.`,
  };
}
