/**
 * Call by which a page asks for its state. The page's document sends it, before the scripts that take
 * the answer have loaded. Its number is below those that a `Peer` gives to its own calls.
 */
export const firstCall = { kind: 'call', id: 0, method: 'page.ready', params: {} } as const;
