import type { ToolFamily } from '../../src/contract/tools';
import { CallRequest } from './CallRequest';
import { DraftView } from './DraftView';
import { ChangedFiles } from './parts/ChangedFiles';
import { Contents, Failure } from './parts/Contents';
import type { ToolProps, ToolView } from './parts/toolView';

interface CardBodyProps<F extends ToolFamily> extends Required<ToolProps<F>> {
  readonly view: ToolView<F>;
}

/** Request and result of a call. */
export function CardBody<F extends ToolFamily>({ view, ...props }: CardBodyProps<F>) {
  const { call, item } = props;
  // Calls that failed before their input was parsed still show the streamed draft.
  const isWriting = call.input === undefined && item.draft !== undefined;
  return (
    <>
      {isWriting && item.draft ? <DraftView draft={item.draft} /> : null}
      <CallRequest {...props} />
      {view.Result !== undefined && call.status !== 'failed' && call.status !== 'denied' ? (
        <view.Result {...props} />
      ) : (
        <Contents contents={call.content} id={item.key} />
      )}
      <ChangedFiles {...{ call, item }} />
      {item.files?.map(({ path, detail, via }) =>
        detail === undefined || via === 'command' ? null : (
          <Failure key={path} text={detail} id={`${item.key}:file:${path}`} />
        ),
      )}
    </>
  );
}
