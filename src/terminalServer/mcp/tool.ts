import en from 'zod/v4/locales/en.js';
import { UserError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import * as z from '../../base/schema';

export type ToolContent =
  | { readonly type: 'text'; readonly text: string }
  /** `data` in base64. */
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string };

export interface ToolResult {
  readonly content: readonly ToolContent[];
  /** Whether the tool failed; the text says why and what to do. */
  readonly isError?: boolean;
}

/** Single call of a tool. */
export interface ToolCall {
  /** Aborts when the client no longer waits or is gone. */
  readonly signal: AbortSignal;
  /** The model's id for the call; absent if the CLI itself calls. */
  readonly toolUseId?: string;
}

/** Hints for clients, which may ask the user less for a tool that only reads. */
interface ToolHints {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface McpTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** Returns the JSON Schema of an object. Made when a client asks, so that agents start sooner. */
  inputSchema(): JsonObject;
  readonly hints?: ToolHints;
  /** Client-specific metadata, such as `anthropic/alwaysLoad`. */
  readonly meta?: JsonObject;
  /**
   * Checks a call without changing anything.
   * @throws UserError whose message says why it cannot run
   */
  check?(input: JsonObject): Promise<void>;
  /** @throws UserError whose message is sent to the client */
  run(input: JsonObject, call: ToolCall): Promise<ToolResult>;
}

export interface ToolDefinition<Input extends z.ZodMiniType> {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly input: Input;
  readonly hints?: ToolHints;
  readonly meta?: JsonObject;
  /** See `McpTool`. */
  check?(input: z.output<Input>): Promise<void>;
  run(input: z.output<Input>, call: ToolCall): Promise<ToolResult>;
}

/** The mini build of Zod has no messages of its own. */
const { localeError: error } = en();

/** Defines a tool whose input is checked before it runs; invalid input is explained in words. */
export function defineTool<Input extends z.ZodMiniType>(
  definition: ToolDefinition<Input>,
): McpTool {
  const { input: schema, check, run, ...rest } = definition;
  let described: JsonObject | undefined;
  return {
    ...rest,
    inputSchema: () => {
      described ??= jsonSchemaOf(schema);
      return described;
    },
    ...(check
      ? {
          check: async input => {
            const parsed = z.safeParse(schema, input, { error });
            if (!parsed.success) {
              throw new UserError('tool.badInput', wrongInput(rest.name, parsed.error));
            }
            await check(parsed.data);
          },
        }
      : {}),
    run: async (input, call) => {
      const parsed = z.safeParse(schema, input, { error });
      return parsed.success ? run(parsed.data, call) : failure(wrongInput(rest.name, parsed.error));
    },
  };
}

function jsonSchemaOf(schema: z.ZodMiniType): JsonObject {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ jsonSchema }) => {
      // The model reads the schema: a limit that holds for every safe integer need not be stated.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) {
        delete jsonSchema.maximum;
      }
    },
  });
  return { ...described, additionalProperties: false };
}

export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] };
}

export function failure(text: string): ToolResult {
  return { ...textResult(text), isError: true };
}

function wrongInput(name: string, error: z.core.$ZodError): string {
  const issues = error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  return `${name} cannot be called like this. ${issues.join('; ')}.`;
}
