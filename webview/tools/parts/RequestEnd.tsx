import { useEffect, useRef } from 'preact/hooks';
import { useRequestSight } from './requestSight';

/** Stands at the end of a request and looks whether it is in view. */
export function RequestEnd() {
  const sight = useRequestSight();
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!sight || !element.current) {
      return undefined;
    }
    const observer = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) {
        sight.sawEnd();
      }
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [sight]);
  return <span class="text-end" aria-hidden="true" ref={element} />;
}
