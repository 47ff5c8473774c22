import type { CallSizes } from '../../../contract/modelCalls';
import type { RequestBlock } from './requestBlocks';

/** Where nothing is known of the call: a rule of thumb, and an image of usual size. */
const [tokensPerByte, tokensOfMedia] = [1 / 3.5, 1_590];

export type Tokens = (block: Pick<RequestBlock, 'bytes' | 'media'>) => number;

/** Estimates tokens of blocks, so that all of a request add up to what the API has counted. */
export function tokensBy(sizes: CallSizes | undefined): Tokens {
  const rate = sizes?.tokensPerByte ?? tokensPerByte;
  const media = sizes?.media;
  const each = media && media.count > 0 ? media.estimatedTokens / media.count : tokensOfMedia;
  return block => Math.round((block.bytes - block.media.bytes) * rate + block.media.count * each);
}
