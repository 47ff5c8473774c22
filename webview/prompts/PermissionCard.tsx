import { useId } from 'preact/hooks';
import type { Destination, PermissionPrompt, Suggestion } from '../../src/contract/prompts';
import { viewOf } from '../tools/all';
import { CallRequest } from '../tools/CallRequest';
import { useCardPage } from '../tools/parts/cardPage';
import { EscapedText } from '../tools/parts/EscapedText';
import { ChangeSummary } from '../tools/parts/FileChange';
import { TargetLink } from '../tools/parts/TargetLink';
import { memo } from '../ui/memo';
import { FeedbackBox } from './FeedbackBox';
import { PromptButton } from './PromptButton';
import { type AskItem, PromptShell } from './PromptShell';
import { useAnswer } from './useAnswer';
import { useDigits } from './useDigits';
import { usePromptDraft } from './usePromptDraft';
import { destinationFiles, destinationLabels, destinations, suggestionLabel } from './wording';

interface PermissionCardProps {
  readonly item: AskItem;
  readonly prompt: PermissionPrompt;
}

export function PermissionCard({ item, prompt }: PermissionCardProps) {
  const { call, suggestions, hasDiff } = prompt;
  const page = useCardPage();
  const answering = useAnswer(prompt);
  const { isArmed, sentAnswer, answer } = answering;
  const [draft, setDraft] = usePromptDraft(prompt.id);
  const rules = suggestions.filter(suggestion => suggestion.type === 'addRules');
  const { words = '', destination = rules[0]?.destination ?? 'session' } = draft;
  const ruleId = useId();
  const isOpen = item.outcome === undefined && sentAnswer === undefined;
  const isFirst = isOpen && page.firstWaiting === prompt.id;

  const allowOnce = () => answer({ kind: 'allowOnce' });
  const allowAlways = () => answer({ kind: 'allowAlways', destination });
  const deny = () => {
    const message = words.trim();
    answer(message === '' ? { kind: 'deny' } : { kind: 'deny', message });
  };
  useDigits(isFirst, {
    1: allowOnce,
    ...(rules.length === 0 ? {} : { 2: allowAlways }),
    3: deny,
  });
  const digit = (number: number) => (isFirst ? number : undefined);

  return (
    <PromptShell
      item={item}
      name={`Permission: ${call.title}`}
      icon="shield"
      title={
        <>
          Allow {call.title}
          {isOpen ? '?' : <Target prompt={prompt} />}
        </>
      }
      answering={answering}
      resumeWord="Allow"
    >
      <RequestView prompt={prompt} />
      <div class="prompt-actions">
        <PromptButton isPrimary digit={digit(1)} isDisabled={!isArmed} onClick={allowOnce}>
          Allow once
        </PromptButton>
        {rules.length === 0 ? null : (
          <PromptButton
            digit={digit(2)}
            isDisabled={!isArmed}
            describedBy={ruleId}
            onClick={allowAlways}
          >
            Always allow
          </PromptButton>
        )}
        {suggestions.map(suggestion =>
          suggestion.type === 'addRules' ? null : (
            <PromptButton
              key={suggestion.index}
              isDisabled={!isArmed}
              describedBy={
                suggestion.type === 'addDirectories' ? `${ruleId}-${suggestion.index}` : undefined
              }
              onClick={() => answer({ kind: 'allowWith', suggestion: suggestion.index })}
            >
              {suggestionLabel(suggestion)}
            </PromptButton>
          ),
        )}
        <PromptButton digit={digit(3)} isDisabled={!isArmed} onClick={deny}>
          Deny
        </PromptButton>
        {hasDiff ? (
          <PromptButton onClick={() => page.openProposal(prompt.id)}>Open diff</PromptButton>
        ) : null}
      </div>
      {suggestions.map(suggestion =>
        suggestion.type === 'addDirectories' ? (
          <Folders
            key={suggestion.index}
            id={`${ruleId}-${suggestion.index}`}
            directories={suggestion.directories}
          />
        ) : null,
      )}
      {rules.length === 0 ? null : (
        <Rules
          id={ruleId}
          rules={rules}
          destination={destination}
          onChange={chosen => setDraft({ destination: chosen })}
        />
      )}
      <FeedbackBox
        label={`Tell ${page.agentTitle} what to do instead`}
        value={words}
        onInput={typed => setDraft({ words: typed })}
        onEnter={() => {
          if (words.trim() !== '') {
            deny();
          }
        }}
      />
    </PromptShell>
  );
}

function Target({ prompt }: { readonly prompt: PermissionPrompt }) {
  const { target } = prompt.call;
  return target === undefined ? null : (
    <span class="prompt-target">
      {' '}
      <EscapedText text={target} />
    </span>
  );
}

/** Shows the request, its path and the reason. Memoized: typing below does not render it again. */
const RequestView = memo(function RequestView({ prompt }: { readonly prompt: PermissionPrompt }) {
  const { call, reason, blockedPath } = prompt;
  const place = viewOf(call).clickTarget?.({ call });
  return (
    <div class="prompt-what">
      {call.target === undefined || call.family === 'bash' ? null : (
        <p class="prompt-target">
          {place === undefined ? (
            <EscapedText text={call.target} />
          ) : (
            <TargetLink target={place}>
              <EscapedText text={call.target} />
            </TargetLink>
          )}{' '}
          <ChangeSummary call={call} />
        </p>
      )}
      <CallRequest call={call} />
      {blockedPath === undefined || blockedPath === call.target ? null : (
        <p class="prompt-fact">
          <span class="prompt-fact-name">Where</span>{' '}
          <code>
            <EscapedText text={blockedPath} />
          </code>
        </p>
      )}
      {reason === undefined || reason === '' ? null : (
        <p class="prompt-fact">
          <span class="prompt-fact-name">Why it asks</span> <EscapedText text={reason} />
        </p>
      )}
    </div>
  );
});

interface FoldersProps {
  readonly id: string;
  readonly directories: readonly string[];
}

/** Folders that the button above adds. */
function Folders({ id, directories }: FoldersProps) {
  return (
    <p class="prompt-fact prompt-folders" id={id}>
      <span class="prompt-fact-name">
        {directories.length === 1 ? 'This folder' : 'These folders'}
      </span>{' '}
      {directories.map((directory, index) => (
        <code key={index}>
          <EscapedText text={directory} />
        </code>
      ))}
    </p>
  );
}

interface RulesProps {
  readonly id: string;
  readonly rules: readonly Extract<Suggestion, { type: 'addRules' }>[];
  readonly destination: Destination;
  readonly onChange: (destination: Destination) => void;
}

/** Exact rules that "Always allow" saves, and the file they go to. */
function Rules({ id, rules, destination, onChange }: RulesProps) {
  const texts = rules.flatMap(suggestion => suggestion.rules);
  return (
    <div class="prompt-rules">
      <span id={id}>
        <span class="prompt-fact-name">Always allow saves</span>{' '}
        {texts.map((rule, index) => (
          <code key={index}>
            <EscapedText text={rule} />
          </code>
        ))}
      </span>{' '}
      <label class="prompt-remember">
        <span>Remember in</span>
        <select
          value={destination}
          onChange={event => {
            const chosen = destinations[event.currentTarget.selectedIndex];
            if (chosen !== undefined) {
              onChange(chosen);
            }
          }}
        >
          {destinations.map(value => (
            <option key={value} value={value}>
              {destinationLabels[value]}
            </option>
          ))}
        </select>
      </label>
      <span class="prompt-file">{destinationFiles[destination]}</span>
    </div>
  );
}
