import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type * as V8 from 'node:v8';
import type * as Vm from 'node:vm';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { type CodeCache, type Kept, keyOf } from './codeCache';

/** A file of the bundle that was loaded, and what is known of its compiled form. */
export interface OwnFile {
  readonly name: string;
  readonly key: string;
  /** Gives out the compiled form of the code. */
  readonly script: Vm.Script;
  /** How much the cache held; nothing if V8 refused it. */
  readonly kept: Kept;
}

type Require = (name: string) => unknown;

/** As in Node's own loader, so that the code finds the same names. */
const head = '(function(exports,require,module,__filename,__dirname){';

/**
 * Loads files of the bundle as Node does, but with the compiled form of their code, if an earlier
 * window has kept it. `require` has no way to be given one.
 */
export class OwnFiles {
  private readonly modules = new Map<string, { exports: unknown }>();
  private readonly files: OwnFile[] = [];
  /** Known with the first file: Node's modules for all this would take a millisecond at startup. */
  private tag: number | undefined;

  /**
   * @param first absolute path of the bundle's first file, which Node has loaded
   * @param require of that file, for all that is not in its folder
   */
  constructor(
    private readonly first: string,
    private readonly cache: Pick<CodeCache, 'read'>,
    private readonly require: Require,
  ) {}

  /** Files that were loaded, in the order of their loading. */
  get loaded(): readonly OwnFile[] {
    return this.files;
  }

  /** @throws what the file throws, and UserError `install.damaged` if it cannot be read or compiled */
  readonly load: Require = name => {
    if (!name.startsWith('./') || name === `./${basename(this.first)}`) {
      return this.require(name);
    }
    const known = this.modules.get(name);
    if (known) {
      return known.exports;
    }
    const module = { exports: {} };
    // Files that require one another find what the first has exported so far.
    this.modules.set(name, module);
    try {
      this.run(name, module);
    } catch (error) {
      this.modules.delete(name);
      throw error;
    }
    return module.exports;
  };

  private run(name: string, module: { exports: unknown }): void {
    const path = join(dirname(this.first), name);
    const script = this.compiled(name, path);
    script.runInThisContext()(module.exports, this.load, module, path, dirname(path));
  }

  /** An update or a cleaner may have removed the file since the window was opened. */
  private compiled(name: string, path: string): Vm.Script {
    try {
      return this.compile(name, path);
    } catch (cause) {
      throw new UserError(
        'install.damaged',
        l10n.t(
          'A part of Tandem is missing or damaged. Reload the window; if that does not help, reinstall Tandem.',
        ),
        { cause },
      );
    }
  }

  private compile(name: string, path: string): Vm.Script {
    const source = readFileSync(path);
    const { Script } = this.require('node:vm') as typeof Vm;
    this.tag ??= (this.require('node:v8') as typeof V8).cachedDataVersionTag();
    const key = keyOf(source, this.tag);
    const found = this.cache.read(name, key);
    const script = new Script(`${head}${source}\n})`, {
      filename: path,
      // Positions in stack traces are those of the file.
      columnOffset: -head.length,
      cachedData: found?.data,
    });
    const kept = script.cachedDataRejected === false && found ? found.kept : 'nothing';
    this.files.push({ name: name.slice(2), key, script, kept });
    return script;
  }
}
