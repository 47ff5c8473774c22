import type { RequestPart } from './partStore';

/** Request of a model call, as far as accounting needs it. Equal parts are shared between calls. */
export interface CallRequest {
  readonly model: string | undefined;
  readonly stream: boolean;
  readonly maxTokens: number | undefined;
  readonly effort: string | undefined;
  /** `user_id` of the metadata. Never leaves the accounting. */
  readonly userId: string | undefined;
  /** Digests of the members other than tools, system and messages, by name. */
  readonly options: ReadonlyMap<string, string>;
  readonly tools: readonly RequestPart[];
  readonly system: readonly RequestPart[];
  readonly messages: readonly RequestPart[];
  /** Texts of the first and last message of the user, one a block. */
  readonly firstTexts: readonly string[];
  readonly lastTexts: readonly string[];
  /** True if a part was too large to be read. */
  readonly isCut: boolean;
  readonly isInvalid: boolean;
}
