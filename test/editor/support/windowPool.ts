import type {
  TandemWindow,
  TandemWindowOptions,
  WindowKind,
} from '../../support/editor/tandemWindow';

/** Options that cannot change while a window is open, with the defaults of `openTandem`. */
const usual = {
  version: 'newest',
  vsix: undefined,
  others: undefined,
  builtIns: 'few',
  workspaceTrust: false,
  folder: true,
  roots: undefined,
  env: undefined,
  colorScheme: undefined,
} as const satisfies { readonly [Name in keyof Required<WindowKind>]: unknown };

interface Lendable {
  readonly tandem: TandemWindow;
  /** Prepares a cleaned window with these options. */
  refill(options: TandemWindowOptions): Promise<void>;
}

/** Windows of this process that no test file is using, at most one of each kind. */
export class WindowPool<Window extends Lendable> {
  private readonly idle = new Map<string, Window>();
  private readonly kinds = new Map<Window, string>();

  /** @param isFresh excludes used windows */
  async take(
    options: TandemWindowOptions,
    isFresh: boolean,
    start: () => Promise<Window>,
  ): Promise<Window> {
    const kind = kindOf(options);
    const known = isFresh ? undefined : this.idle.get(kind);
    if (known) {
      this.idle.delete(kind);
      await known.refill(options);
      return known;
    }
    const window = await start();
    this.kinds.set(window, kind);
    return window;
  }

  /** Keeps the window if it can be cleaned and no other window of its kind is kept. */
  async giveBack(window: Window, cleanUp: () => Promise<void>): Promise<void> {
    const kind = this.kinds.get(window) ?? '';
    const isLeft = window.tandem.workbench.page.url() === 'about:blank';
    if (!isLeft && !this.idle.has(kind) && (await isDone(cleanUp))) {
      this.idle.set(kind, window);
      return;
    }
    this.kinds.delete(window);
    await window.tandem.close();
  }
}

function kindOf(options: TandemWindowOptions): string {
  const names = Object.keys(usual) as (keyof WindowKind)[];
  return JSON.stringify(names.map(name => options[name] ?? usual[name] ?? null));
}

/**
 * Milliseconds, far more than needed; an unexpected dialog would block until the hook's timeout.
 */
const cleanUpMs = 30_000;

async function isDone(work: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long')), cleanUpMs);
  });
  try {
    await Promise.race([work(), late]);
    return true;
  } catch (error) {
    console.warn(`A window could not be cleaned up and is closed: ${String(error)}`);
    return false;
  } finally {
    clearTimeout(timer);
  }
}
