import * as l10n from '@vscode/l10n';
import type { AgentSettings } from '../../../src/contract/agentSettings';
import type { ModelChoice } from '../../../src/contract/choices';
import { effortText } from '../../../src/contract/labels/effortText';
import { findModel, modelLabel, modelName } from '../../../src/contract/labels/modelLabel';
import { thinkingLabel } from '../../../src/contract/labels/settingLabel';

/** Button for the model and its settings. */
export interface ModelFace {
  /** Short text: what the next message runs with. */
  readonly face: string;
  /** All that is chosen, and what is left to the defaults. */
  readonly shown: string;
  readonly isFast: boolean;
  readonly isPending: boolean;
}

/** Describes the model of the next message with its effort and what else is chosen. */
export function modelFace(settings: AgentSettings, models: readonly ModelChoice[]): ModelFace {
  const { requested } = settings;
  const value = requested.model ?? settings.model;
  const choice = findModel(models, value);
  const name = nameOf(models, choice, value);
  const level = choice?.efforts.length ? effortOf(settings) : undefined;
  const fast = choice?.hasFastMode ? (requested.fastMode ?? settings.fastMode) : undefined;
  const isUltra = level !== undefined && (requested.ultracode ?? settings.ultracode) === 'on';
  return {
    face: [name.face, level?.face, isUltra ? l10n.t('Ultracode') : ''].filter(Boolean).join(' · '),
    shown: [
      name.shown,
      level && l10n.t('effort {0}', level.shown),
      isUltra ? l10n.t('Ultracode') : '',
      fast === 'on' ? l10n.t('fast mode') : '',
      fast === 'cooldown' ? l10n.t('fast mode paused') : '',
      choice?.hasThinkingBudget ? thinkingOf(settings) : '',
    ]
      .filter(Boolean)
      .join(', '),
    isFast: fast === 'on',
    isPending:
      requested.model !== undefined ||
      requested.effort !== undefined ||
      requested.fastMode !== undefined ||
      requested.ultracode !== undefined ||
      requested.maxThinkingTokens !== undefined,
  };
}

interface Names {
  readonly face: string;
  readonly shown: string;
}

/** The default is named by what it stands for, as far as the agent has told. */
function nameOf(
  models: readonly ModelChoice[],
  choice: ModelChoice | undefined,
  value: string,
): Names {
  const label = modelLabel(models, value);
  const known = choice?.value === 'default' ? modelName(choice.resolved ?? '') : undefined;
  return known ? { face: known, shown: asDefault(known) } : { face: label, shown: label };
}

function effortOf({ requested, effort: set, usualEffort }: AgentSettings): Names {
  const effort = requested.effort === undefined ? set : requested.effort;
  if (effort) {
    const { label } = effortText(effort);
    return { face: label, shown: label };
  }
  const usual = usualEffort ? effortText(usualEffort).label : '';
  return { face: usual, shown: usual === '' ? l10n.t('Default') : asDefault(usual) };
}

function thinkingOf({ requested, maxThinkingTokens }: AgentSettings): string {
  const wished = requested.maxThinkingTokens;
  const budget = wished === undefined ? maxThinkingTokens : wished;
  return budget === null ? '' : l10n.t('thinking: {0}', thinkingLabel(budget));
}

function asDefault(name: string): string {
  return l10n.t('{0} (default)', name);
}
