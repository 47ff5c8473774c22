import type { Text } from '../../../src/contract/content';
import { Markdown } from '../../ui/markdown/Markdown';
import { LongText } from './LongText';
import { placeOf } from './links';
import { usePage } from './page';

interface MarkdownTextProps {
  readonly text: Text;
  readonly id: string;
  readonly streaming?: boolean;
}

/** Markdown in a card, folded when it is very long. */
export function MarkdownText({ text, id, streaming = false }: MarkdownTextProps) {
  const page = usePage();
  return (
    <LongText text={text} id={id}>
      {part => (
        <Markdown
          text={part}
          streaming={streaming}
          onLink={target => page.openPlace(placeOf(target))}
          onCopy={copied => page.copy(copied)}
        />
      )}
    </LongText>
  );
}
