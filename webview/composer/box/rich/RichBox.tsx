import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BoxState } from '../../../store/boxState';
import { RichEditor, type RichProps } from './richEditor';

interface RichBoxProps extends Omit<RichProps, 'label'> {
  /** State of the plain box that this one replaces. */
  readonly from: BoxState | undefined;
}

/** Message box with chips. */
export function RichBox({ from, ...rest }: RichBoxProps) {
  const props = { ...rest, label: l10n.t('Message') };
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<RichEditor>(undefined);
  useLayoutEffect(() => {
    if (!place.current) {
      return;
    }
    const created = new RichEditor(place.current, props, from);
    editor.current = created;
    props.onHandle(created);
    return () => {
      props.onHandle(undefined);
      created.dispose();
      editor.current = undefined;
    };
  }, []);
  useLayoutEffect(() => editor.current?.update(props));
  return <div ref={place} class="rich-box" />;
}
