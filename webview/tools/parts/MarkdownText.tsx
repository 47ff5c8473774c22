import type { Text } from '../../../src/contract/content';
import { Markdown } from '../../ui/markdown/Markdown';
import { clickTargetOf } from './clickTargets';
import { LongText } from './LongText';
import { useCardPage } from './useCardPage';

interface MarkdownTextProps {
  readonly text: Text;
  readonly id: string;
  readonly streaming?: boolean;
}

/** Markdown in a card, folded when it is very long. */
export function MarkdownText({ text, id, streaming = false }: MarkdownTextProps) {
  const page = useCardPage();
  return (
    <LongText text={text} id={id}>
      {part => (
        <Markdown
          text={part}
          streaming={streaming}
          onLink={target => page.openTarget(clickTargetOf(target))}
          onCopy={copied => page.copy(copied)}
          onInsert={code => page.insertCode(code)}
          onRun={code => page.runCode(code)}
        />
      )}
    </LongText>
  );
}
