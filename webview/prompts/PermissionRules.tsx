import * as l10n from '@vscode/l10n';
import { useEffect, useRef } from 'preact/hooks';
import { plural } from '../../src/base/plural';
import { destinations, destinationText } from '../../src/contract/labels/destinationText';
import type { Destination } from '../../src/contract/prompts';
import { EscapedText } from '../tools/parts/EscapedText';
import type { RuleSuggestion } from './usePermission';
import { storageText } from './wording';

interface PermissionRulesProps {
  readonly id: string;
  readonly rules: readonly RuleSuggestion[];
  readonly destination: Destination;
  readonly onChange: (destination: Destination) => void;
}

/** Exact rules that "Always allow" saves, and the file they go to. */
export function PermissionRules({ id, rules, destination, onChange }: PermissionRulesProps) {
  const texts = rules.flatMap(suggestion => suggestion.rules);
  const place = useRef<HTMLDivElement>(null);
  // The next press of the key saves them, so they must have been seen.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div class="prompt-rules" ref={place}>
      <span id={id}>
        <span class="prompt-fact-name">
          {plural(texts.length, { one: l10n.t('Rule'), other: l10n.t('Rules') })}
        </span>{' '}
        {texts.map((rule, index) => (
          <code key={index}>
            <EscapedText text={rule} />
          </code>
        ))}
      </span>{' '}
      <label class="prompt-remember">
        <span>{l10n.t('Remember in')}</span>
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
              {destinationText(value).name}
            </option>
          ))}
        </select>
      </label>
      <span class="prompt-file">{storageText(destination)}</span>
    </div>
  );
}
