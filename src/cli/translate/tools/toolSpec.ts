import { asString, type JsonObject } from '../../../base/json';
import type { Location } from '../../../contract/content';
import type { ToolContent, ToolFamily, ToolInputs } from '../../../contract/tools';
import type { ResultContent } from '../../../protocol/blocks';
import { readToolInput, type WireInputs } from '../../../protocol/toolInputs';

/** What a call has produced, from the wire. */
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
  /** Name to show; the agent's own name when absent. */
  readonly title?: string;
  /** Also where the agent has a name for people. */
  readonly hasFixedTitle?: boolean;
  /** What it acts on; also asked while the input is incomplete. */
  target?(input: JsonObject, cwd: string): string | undefined;
  /** Arguments worth watching while they are written: name on the wire → name in the contract. */
  readonly drafts?: Readonly<Record<string, string>>;
  locations?(input: JsonObject, cwd: string): Location[];
  /** What a call that went well has produced; without it the result's own blocks are shown. */
  content?(result: ToolResult): ToolContent[] | undefined;
  /** What a call that failed has produced, when it is more than an error message. */
  failure?(result: ToolResult): ToolContent[] | undefined;
}

/** How one of the agent's tools is told in the contract's language. */
export interface ToolSpec extends SpecBase {
  readonly family: ToolFamily;
  /** `input` is absent when the wire's does not fit; `rest` is what the family does not name. */
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

/** A string member, also of an incomplete input. */
export function textAt(input: JsonObject, key: string): string | undefined {
  return asString(input[key]);
}
