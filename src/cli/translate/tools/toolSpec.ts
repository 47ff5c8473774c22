import { asString, type JsonObject } from '../../../base/json';
import type { Location } from '../../../contract/content';
import type { ToolContent, ToolFamily, ToolInputs } from '../../../contract/tools';
import type { ResultContent } from '../../../protocol/blocks';
import { readToolInput, type WireInputs } from '../../../protocol/toolInputs';

/** Result of a call, from the wire. */
export interface ToolResult {
  readonly content: ResultContent;
  /** The text of `content`. */
  readonly text: string;
  /** `tool_use_result` or the hook's `tool_response`; of any type, absent in old versions. */
  readonly structured: unknown;
  /** The call's input as on the wire. */
  readonly input: JsonObject;
  readonly cwd: string;
}

interface SpecBase {
  /** Returns the display name; absent: the agent's own name. */
  title?(): string;
  /** Whether `title` overrides a display name from the agent. */
  readonly hasFixedTitle?: boolean;
  /** Returns the call's target; also called while the input is incomplete. */
  target?(input: JsonObject, cwd: string): string | undefined;
  /** Arguments shown while they are streamed: name on the wire → name in the contract. */
  readonly drafts?: Readonly<Record<string, string>>;
  locations?(input: JsonObject, cwd: string): Location[];
  /** Returns the output of a successful call; without it the result's own blocks are shown. */
  content?(result: ToolResult): ToolContent[] | undefined;
  /** Returns the output of a failed call, if there is more than an error message. */
  failure?(result: ToolResult): ToolContent[] | undefined;
}

/** Maps one of the agent's tools to the contract. */
export interface ToolSpec extends SpecBase {
  readonly family: ToolFamily;
  /** `input` is absent if the wire's does not fit; `rest` has members unknown to the family. */
  read(wire: JsonObject): { input: ToolInputs[ToolFamily] | undefined; rest: JsonObject };
}

export function toolSpec<F extends ToolFamily, Name extends keyof WireInputs>(
  family: F,
  schema: Name,
  toInput: (wire: WireInputs[Name]) => ToolInputs[F],
  more: SpecBase = {},
): ToolSpec {
  return {
    family,
    ...more,
    read(wire) {
      const { value, rest } = readToolInput(schema, wire);
      return { input: value === undefined ? undefined : toInput(value), rest };
    },
  };
}

/** Returns a string member, even of an incomplete input. */
export function textAt(input: JsonObject, key: string): string | undefined {
  return asString(input[key]);
}
