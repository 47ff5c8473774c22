import { CopyText } from './CopyText';
import { Values } from './Values';

interface ArgumentsProps {
  readonly values: Readonly<Record<string, unknown>>;
  readonly id: string;
  readonly title?: string;
}

/** The arguments of a call that has no view of its own. */
export function Arguments({ values, id, title = 'Arguments' }: ArgumentsProps) {
  if (Object.keys(values).length === 0) {
    return <p class="tool-note">No arguments</p>;
  }
  return (
    <div class="tool-block">
      <div class="tool-block-bar">
        <span class="tool-block-name">{title}</span>
        <CopyText text={JSON.stringify(values, null, 2)} what="arguments" />
      </div>
      <Values values={values} id={id} />
    </div>
  );
}
