import * as z from '../base/schema';
import { messageContent } from './blocks';
import { lenient, number, text } from './lenient';

/** Tokens as the API counts them. */
export const usage = lenient(
  z.looseObject({
    input_tokens: number,
    output_tokens: number,
    cache_read_input_tokens: number,
    cache_creation_input_tokens: number,
  }),
);

/** Message in frames and in stored lines alike; content is a string or blocks on the wire. */
export const assistantMessage = z.looseObject({
  id: text,
  model: text,
  content: messageContent,
  /** Null while the message is streamed, in newer versions. */
  stop_reason: z.catch(z.nullish(z.string()), undefined),
  usage,
});

export const userMessage = z.looseObject({ content: messageContent });
