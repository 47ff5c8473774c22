import { OpenCalls } from '../calls/openCalls';
import { SessionTracker } from '../calls/sessionTracker';
import { TaskTracker } from '../calls/taskTracker';
import type { TaskTraits } from '../calls/taskTraits';
import { ToolTracker } from '../calls/toolTracker';
import { BlockTracker } from './blockTracker';
import { Compaction } from './compaction';
import { HookTracker } from './hookTracker';
import { StopNotices } from './stopNotices';
import { SyntheticMessages } from './syntheticMessages';
import type { TodoList } from './todoList';
import { TurnTracker } from './turnTracker';
import { TurnUsageCounter } from './turnUsage';
import type { UsageMeter } from './usageMeter';

/** State derived from the frames of one process; each tracker keeps its own part. */
export class TranslatorState {
  readonly session: SessionTracker;
  readonly turn: TurnTracker;
  readonly tools: ToolTracker;
  readonly tasks: TaskTracker;
  readonly blocks: BlockTracker;
  readonly synthetic: SyntheticMessages;
  readonly compaction: Compaction;
  readonly hooks = new HookTracker();
  readonly stops: StopNotices;
  readonly turnUsage: TurnUsageCounter;

  /** @param usage meter that knows the cost of the conversation's earlier processes */
  constructor(
    cwd: string,
    readonly usage: UsageMeter,
    readonly todos: TodoList,
    traits: TaskTraits,
  ) {
    this.session = new SessionTracker(cwd);
    this.turn = new TurnTracker(this.session);
    const calls = new OpenCalls(this.session);
    this.tools = new ToolTracker(calls, this.session);
    this.tasks = new TaskTracker(calls, traits);
    this.blocks = new BlockTracker(this.tools);
    this.synthetic = new SyntheticMessages(this.turn);
    this.compaction = new Compaction(this.turn);
    this.stops = new StopNotices(this.turn);
    this.turnUsage = new TurnUsageCounter(usage.mayCountOn);
  }

  closeTurn(): void {
    this.turn.close();
    this.synthetic.clear();
    this.stops.clear();
    this.blocks.reset();
  }

  /** Resets the state after the agent has cleared the conversation (/clear). */
  forget(): void {
    this.tools.clear();
    this.tasks.clear();
    this.todos.clear();
    this.usage.clear();
    this.turnUsage.forget();
    this.closeTurn();
  }
}
