import { type ScriptedBed, scriptedBed } from '../support/channels/scriptedAgents';

/** Runs work with a live conversation that a page and a list of conversations show. */
export async function withShownChannel<T>(work: (bed: ScriptedBed) => Promise<T>): Promise<T> {
  const bed = scriptedBed();
  try {
    bed.agents.stored = [];
    await bed.channel.agent.warmUp();
    // Lists show the title after each change.
    bed.channel.onChanged(() => bed.channel.title);
    bed.channel.history.attach({ post: () => undefined });
    return await work(bed);
  } finally {
    bed.channel.dispose();
  }
}
