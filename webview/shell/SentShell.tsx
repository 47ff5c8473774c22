import type { Text } from '../../src/contract/content';
import type { SentContext } from '../../src/contract/mentions';
import { readShellText } from '../../src/contract/shell';
import type { SentShellProps } from '../late/cardRegistry';
import { useText } from '../store/useText';
import { ShellRow } from './ShellRow';

/** Shell lines whose output went with a message. */
export function SentShell({ context, id }: SentShellProps) {
  return (
    <>
      {context.map((one, index) =>
        one.kind === 'shell' ? <Line key={index} id={`${id}:shell:${index}`} one={one} /> : null,
      )}
    </>
  );
}

function Line({ one, id }: { readonly one: SentContext; readonly id: string }) {
  const { text = '', isWhole } = useText(textOf(one));
  const line = isWhole ? readShellText(text) : undefined;
  return (
    <ShellRow
      id={id}
      command={line?.command ?? one.title.replace(/^!/, '')}
      output={line?.output ?? textOf(one)}
    />
  );
}

function textOf({ text, blob, size }: SentContext): Text {
  return text ?? (blob === undefined ? '' : { blob, preview: '', length: size });
}
