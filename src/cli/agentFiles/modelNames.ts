/** Families whose newest model each version of Claude Code offers by this alias. */
export const modelAliases: readonly string[] = ['sonnet', 'opus', 'haiku'];

/** Names that Claude Code takes as they are. */
const exact = /^(?:sonnet|opus|haiku|opusplan|fable|best|default|sonnet\[1m\]|opus\[1m\])$/;
const fullId = /^(?:claude-[a-z0-9.-]+(?:\[1m\])?|(?:[a-z]{2,6}\.)?anthropic\.\S+|arn:aws:\S+)$/;

export type ModelReading =
  /** As the conversation. */
  | { readonly kind: 'inherit' }
  | { readonly kind: 'model'; readonly model: string }
  /** A model of the same family stands in for it. */
  | { readonly kind: 'near'; readonly model: string }
  | { readonly kind: 'unknown' };

/**
 * Reads the name of a model as Claude Code or VS Code spells it: "inherit", "haiku",
 * "claude-opus-4-8", "Claude Sonnet 4.5 (copilot)".
 */
export function readModel(name: string): ModelReading {
  const plain = name.trim().replace(/\s*\([^()]*\)$/, '');
  const lower = plain.toLowerCase();
  if (lower === '' || lower === 'inherit' || lower === 'auto') {
    return { kind: 'inherit' };
  }
  // A dot is how others than the vendor write the version.
  if (exact.test(lower) || (fullId.test(lower) && !/^claude-.*\d\.\d/.test(lower))) {
    return { kind: 'model', model: plain };
  }
  const family = modelAliases.find(alias => lower.split(/[\s.-]/).includes(alias));
  const isClaude = lower.startsWith('claude') && family !== undefined;
  return isClaude ? { kind: 'near', model: family } : { kind: 'unknown' };
}
