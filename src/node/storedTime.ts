import { lastTime } from '../base/calendar';
import * as z from '../base/schema';

/**
 * Schema of a stored time, in milliseconds since 1970. A time that the calendar does not have counts
 * as the first one: to write it would throw, and what it belongs to matters more.
 */
export const storedTime = z.catch(z.number().check(z.gte(0), z.lte(lastTime)), 0);
