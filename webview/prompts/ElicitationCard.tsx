import type { ElicitationPrompt } from '../../src/contract/elicitation';
import { requestLabel } from '../../src/contract/labels/promptLabel';
import { EscapedText } from '../tools/parts/EscapedText';
import { spelledOut } from '../tools/parts/invisibleCharacters';
import { fillIn } from '../ui/fillIn';
import { Icon } from '../ui/Icon';
import { isComposing } from '../ui/isComposing';
import { AnsweredRow } from './AnsweredRow';
import { InputForm } from './InputForm';
import { PageRequestView } from './PageRequestView';
import { type AskItem, PromptGroup } from './PromptGroup';
import { outcomeOf } from './promptOutcome';
import { type Answering, useAnswer } from './useAnswer';

interface ElicitationCardProps {
  readonly item: AskItem;
  readonly prompt: ElicitationPrompt;
}

/** Request of an MCP server for input. Its texts are shown as they are, and never as Markdown. */
export function ElicitationCard({ item, prompt }: ElicitationCardProps) {
  const { server, message, request } = prompt;
  const answering = useAnswer(prompt, item.outcome);
  const isOpened = request.mode === 'page' && request.stage === 'opened';
  const title = fillIn(requestLabel('{0}'), <EscapedText text={server} />);
  const outcome = outcomeOf(prompt, item.outcome, answering.sentAnswer);
  if (outcome) {
    return <AnsweredRow promptId={prompt.id} icon="plug" title={title} outcome={outcome} />;
  }
  return (
    <div class="request" data-kind={prompt.kind}>
      <div class="request-header">
        <Icon name="plug" />
        <span class="prompt-title">{title}</span>
      </div>
      <div class="request-body">
        <PromptGroup prompt={prompt} name={requestLabel(spelledOut(server))} answering={answering}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape works on all that is inside. */}
          <div
            class="prompt-what"
            onKeyDown={event => {
              if (event.key === 'Escape' && !event.defaultPrevented && !isComposing(event)) {
                // Escape must not stop the turn, too.
                event.preventDefault();
                answering.answer(isOpened ? { kind: 'pageDone' } : { kind: 'cancelInput' });
              }
            }}
          >
            <p class="request-message">
              <EscapedText text={message} />
            </p>
            <RequestBody prompt={prompt} answering={answering} />
          </div>
        </PromptGroup>
      </div>
    </div>
  );
}

interface RequestBodyProps {
  readonly prompt: ElicitationPrompt;
  readonly answering: Answering;
}

function RequestBody({ prompt, answering }: RequestBodyProps) {
  const { request } = prompt;
  switch (request.mode) {
    case 'form':
      return <InputForm prompt={prompt} request={request} answering={answering} />;
    case 'page':
      return <PageRequestView prompt={prompt} request={request} answering={answering} />;
  }
}
