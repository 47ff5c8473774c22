import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Text } from '../../../src/contract/content';
import { useExpanded } from '../../store/pageContext';
import { glance } from '../../ui/glance';
import type { Language } from '../../ui/highlight/languages';
import { Code } from './Code';
import { LongText } from './LongText';
import { type RequestSight, useRequestSight } from './requestSight';

/** UTF-16 units of a text that is drawn whole at once; no system runs a longer command. */
const drawnAtOnce = 256 * 1024;

interface RunTextProps {
  readonly text: Text;
  /** Key under which the fold is saved. */
  readonly id: string;
  readonly label: string;
  readonly language?: Language;
  /** Number of lines shown while folded. */
  readonly shown?: number;
}

/** Text that runs. In the card that asks for permission, it is whole and must be seen to its end. */
export function RunText(props: RunTextProps) {
  const sight = useRequestSight();
  const { text, id, label, language, shown } = props;
  return sight === undefined ? (
    <LongText text={text} id={id} {...(shown === undefined ? {} : { shown })}>
      {part => <Code text={part} label={label} language={language} />}
    </LongText>
  ) : (
    <WatchedText {...props} sight={sight} />
  );
}

function WatchedText({
  sight,
  ...props
}: RunTextProps & {
  readonly sight: RequestSight;
}) {
  const { text, label, language, shown } = props;
  const id = `asked:${props.id}`;
  const isShort = text.length <= drawnAtOnce;
  const [, setUnfolded] = useExpanded(id, isShort);
  useLayoutEffect(() => sight.expect(id, () => setUnfolded(true)), [sight, id]);
  return (
    <LongText
      text={text}
      id={id}
      startsUnfolded={isShort}
      {...(shown === undefined ? {} : { shown })}
    >
      {part => (
        <Code
          text={part}
          label={label}
          language={language}
          end={part.length < text.length ? <Cut {...{ sight, id }} /> : <End {...{ sight, id }} />}
        />
      )}
    </LongText>
  );
}

interface EndProps {
  readonly sight: RequestSight;
  readonly id: string;
}

/** Stands where a text was cut. */
function Cut({ sight, id }: EndProps) {
  useEffect(() => sight.drawn(id, undefined), [sight, id]);
  return null;
}

/** Stands at the end of a text and looks whether it is in view. */
function End({ sight, id }: EndProps) {
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const end = element.current;
    const box = end?.parentElement;
    if (!end || !box) {
      return undefined;
    }
    const lineHeight = Number.parseFloat(getComputedStyle(box).lineHeight) || 18;
    let seenTo = 0;
    const rest = () => {
      seenTo = Math.max(seenTo, box.scrollTop + box.clientHeight);
      return Math.round((box.scrollHeight - seenTo) / lineHeight) || undefined;
    };
    const reveal = () => {
      box.dispatchEvent(new Event(glance, { bubbles: true }));
      box.scrollIntoView({ block: 'nearest' });
    };
    sight.drawn(id, {
      linesLeft: rest,
      reveal,
      scrollOn: () => {
        box.scrollBy({ top: Math.max(lineHeight, box.clientHeight - 2 * lineHeight) });
        reveal();
      },
    });
    const observer = new IntersectionObserver(entries =>
      sight.looked(
        id,
        entries.some(entry => entry.isIntersecting),
      ),
    );
    observer.observe(end);
    const onScroll = () => sight.looked(id, false);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
      sight.drawn(id, undefined);
    };
  }, [sight, id]);
  return <span class="text-end" aria-hidden="true" ref={element} />;
}
