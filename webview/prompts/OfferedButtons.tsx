import type { OfferedAnswer } from '../../src/contract/prompts';
import { EscapedText } from '../tools/parts/EscapedText';
import { PromptButton } from './PromptButton';

interface OfferedButtonsProps {
  readonly offered: readonly OfferedAnswer[];
  /** True while the digit keys answer this card. */
  readonly isFirst: boolean;
  readonly isDisabled: boolean;
  /** State of the answers that allow: the request must have been in view. */
  readonly allowing: { readonly isDisabled: boolean; readonly isBlocked: boolean };
  /** Id of the line that says what must be done before allowing. */
  readonly describedBy: string | undefined;
  readonly onTake: (answer: OfferedAnswer) => void;
}

/** Answers of a foreign agent, in its order and words; the first that allows once stands out. */
export function OfferedButtons(props: OfferedButtonsProps) {
  const { offered, isFirst, isDisabled, allowing, describedBy, onTake } = props;
  const primary = offered.find(({ effect }) => effect === 'allowOnce');
  return (
    <>
      {offered.map((answer, place) => (
        <PromptButton
          key={answer.index}
          isPrimary={answer === primary}
          digit={isFirst && place < 9 ? place + 1 : undefined}
          {...(allows(answer) ? { ...allowing, describedBy } : { isDisabled })}
          onClick={() => onTake(answer)}
        >
          <EscapedText text={answer.label} />
        </PromptButton>
      ))}
    </>
  );
}

export function allows({ effect }: OfferedAnswer): boolean {
  return effect === 'allowOnce' || effect === 'allowAlways';
}
