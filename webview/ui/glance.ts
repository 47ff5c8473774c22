/** Event of an element that is about to scroll into view by itself; the end is still followed. */
export const glance = 'tandem-glance';
