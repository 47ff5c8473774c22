import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Closes a popup when the pointer or the focus goes to anything but it and its opener. */
export function useCloseOutside(
  popup: RefObject<HTMLElement | null>,
  opener: HTMLElement | null,
  onClose: (returnFocus: boolean) => void,
): void {
  // The list of before must not hear the focus arrive in the one that follows it.
  useLayoutEffect(() => {
    const closeOutside = (event: Event) => {
      const target = event.target as Node;
      if (!popup.current?.contains(target) && !opener?.contains(target)) {
        onClose(false);
      }
    };
    document.addEventListener('pointerdown', closeOutside, true);
    document.addEventListener('focusin', closeOutside, true);
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true);
      document.removeEventListener('focusin', closeOutside, true);
    };
  }, [onClose, opener]);
}
