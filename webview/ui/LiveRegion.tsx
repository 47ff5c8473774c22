interface LiveRegionProps {
  readonly messages: readonly { readonly id: number; readonly text: string }[];
}

/** Hidden region; screen readers read each message once, when it is added. */
export function LiveRegion({ messages }: LiveRegionProps) {
  return (
    <div class="sr-only" aria-live="polite" aria-relevant="additions" data-region="announcements">
      {messages.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
