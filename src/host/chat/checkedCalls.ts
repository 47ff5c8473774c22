import { UserError } from '../../base/errors';
import * as z from '../../base/schema';

/**
 * Adds the check of the parameters to each handler of a page's calls, because no page is trusted to
 * keep to its types.
 * @param schemas of the parameters, one for each call
 */
export function checkedCalls<H extends object>(
  schemas: Readonly<Record<keyof H & string, z.ZodMiniType>>,
  handlers: H,
): H {
  const entries = Object.entries<z.ZodMiniType>(schemas).map(([name, schema]) => {
    const handle = handlers[name as keyof H] as (params: unknown) => unknown;
    return [
      name,
      (params: unknown) => {
        const parsed = z.safeParse(schema, params);
        if (!parsed.success) {
          throw new UserError('page.badCall', `${name}: ${z.prettifyError(parsed.error)}`);
        }
        return handle(parsed.data);
      },
    ];
  });
  // Keys and parameters are those of the schemas, which are typed by the handlers.
  return Object.fromEntries(entries) as H;
}
