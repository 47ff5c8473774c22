import * as l10n from '@vscode/l10n';
import { textTokens } from '../../../base/tokenEstimate';
import { aboutTokens } from '../../../contract/labels/tokensText';
import type { Badge, SectionAction, SectionRow } from '../../../contract/sections';
import { fileId, originOf } from '../definitions/definitionList';
import { removal } from '../files/removal';
import { scopeLabel } from '../files/scopeLabels';
import type { SectionPlace } from '../model/sectionSource';
import { offerForm, offerText } from './skillForms';
import type { FileSkill, OtherSkill, SkillState } from './skillState';

export function fileRow(
  skill: FileSkill,
  { canChoose }: SkillState,
  place: SectionPlace,
): SectionRow {
  const { file, kind, name, word, description, offer } = skill;
  const offered: SectionAction = {
    ...{ id: 'offer', label: l10n.t('Change Use…'), form: offerForm(place.cwd, offer) },
  };
  const remove = removal('remove', l10n.t('Remove'));
  const detail = file.failure ?? description ?? firstLine(file.body);
  return {
    ...{ id: fileId(file), title: `/${word}`, origin: originOf(file), canOpen: true },
    ...(detail === '' ? {} : { detail }),
    badges: [
      { text: kind === 'skills' ? l10n.t('Skill') : l10n.t('Command') },
      ...stateBadges(skill),
      ...(word === name ? [] : [{ text: `/${name}` }]),
    ],
    ...(file.body.trim() === '' ? {} : { more: shortened(file.body.trim()) }),
    ...(place.isTrusted
      ? { actions: [...(canChoose && !skill.isHidden ? [offered] : []), remove] }
      : {}),
  };
}

export function otherRow({ name, description }: OtherSkill): SectionRow {
  return { id: `other/${name}`, title: `/${name}`, detail: description };
}

function stateBadges(skill: FileSkill): readonly Badge[] {
  const { file, offer, chosenIn, isForUser, isForClaude, isHidden, description, name } = skill;
  if (file.failure !== undefined) {
    return [{ text: l10n.t('Cannot be read'), tone: 'bad' }];
  }
  if (isHidden) {
    return [{ text: l10n.t('Overridden'), tone: 'warning' }];
  }
  if (chosenIn && offer !== 'on') {
    const text = l10n.t('{0} ({1})', offerText(offer), scopeLabel(chosenIn.scope));
    return [{ text, ...(offer === 'off' ? { tone: 'warning' as const } : {}) }];
  }
  return [
    ...(isForUser ? [] : [{ text: l10n.t('Only for Claude') }]),
    ...(isForClaude ? [] : [{ text: l10n.t('Only for you') }]),
    ...(isForClaude
      ? [
          {
            text: aboutTokens(textTokens(name.length + (description ?? '').length)),
          },
        ]
      : []),
  ];
}

/** Characters of the instructions that a row shows. */
const shownBody = 2_000;

function shortened(text: string): string {
  return text.length > shownBody ? `${text.slice(0, shownBody)}…` : text;
}

function firstLine(body: string): string {
  return (
    body
      .trim()
      .split('\n', 1)[0]
      ?.replace(/^#+\s*/, '') ?? ''
  );
}
