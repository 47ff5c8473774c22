import type { SectionChoice, SectionProgress } from '../../src/contract/sections';
import { EscapedText } from '../tools/parts/EscapedText';
import { spelledOut } from '../tools/parts/invisibleCharacters';
import { type Owner, useSectionActions } from './sectionContext';

/** Box to choose a state of a group. */
export function ChoiceBox({
  choice: { label, chosen, options },
  owner,
}: {
  readonly choice: SectionChoice;
  readonly owner: Owner;
}) {
  const { act } = useSectionActions();
  return (
    <label class="section-choice">
      <EscapedText text={label} />
      <select value={chosen} onChange={event => void act(owner, event.currentTarget.value)}>
        {options.map(option => (
          <option key={option.action} value={option.action}>
            {spelledOut(option.label)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Shows how far something long is. */
export function ProgressLine({
  progress: { value, text },
  title,
}: {
  readonly progress: SectionProgress;
  readonly title: string;
}) {
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value));
  return (
    <div
      role="progressbar"
      class="section-meter"
      aria-label={spelledOut(title)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      aria-valuetext={spelledOut(text)}
    >
      <span class="section-meter-track" aria-hidden="true">
        <span class="section-meter-fill" style={{ width: `${(share ?? 0) * 100}%` }} />
      </span>
      <span aria-hidden="true">
        <EscapedText text={text} />
      </span>
    </div>
  );
}
