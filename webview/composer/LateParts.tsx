import type { ComponentType } from 'preact';
import { LateChunk } from '../late/lateChunk';
import type { PickerList, PickerListProps } from '../ui/PickerList';
import type { DraftContentsProps } from './attachments/DraftContents';
import type { DictateButtonProps, DictationStripProps } from './dictation/dictationView';
import type { FrontChipProps } from './FrontChip';
import type { InvisibleNoticeProps } from './InvisibleNotice';
import type { OptionPickersProps } from './options/OptionPickers';
import type { SuggestingProps } from './suggestions/suggestingProps';

/** Parts of the composer that load with `app/cardChunk`, to speed up the first paint. */
interface ComposerParts {
  readonly QueueList: ComponentType;
  readonly DraftContents: ComponentType<DraftContentsProps>;
  readonly FrontChip: ComponentType<FrontChipProps>;
  readonly InvisibleNotice: ComponentType<InvisibleNoticeProps>;
  readonly Suggesting: ComponentType<SuggestingProps>;
  readonly PickerList: typeof PickerList;
  readonly ModelMenu: ComponentType<PickerListProps<string>>;
  readonly EffortMenu: ComponentType<PickerListProps<string>>;
  readonly OptionPickers: ComponentType<OptionPickersProps>;
  readonly StatusActions: ComponentType;
  readonly ShellHint: ComponentType<{ readonly id: string }>;
  readonly ContextMeter: ComponentType;
  readonly DictateButton: ComponentType<DictateButtonProps>;
  readonly DictationStrip: ComponentType<DictationStripProps>;
}

export const composerParts = new LateChunk<ComposerParts>();

export function LateQueueList() {
  const parts = composerParts.useParts();
  return parts ? <parts.QueueList /> : null;
}

export function LateDraftContents(props: DraftContentsProps) {
  const parts = composerParts.useParts();
  return parts ? <parts.DraftContents {...props} /> : null;
}

export function LateFrontChip(props: FrontChipProps) {
  const parts = composerParts.useParts();
  return parts ? <parts.FrontChip {...props} /> : null;
}

export function LateInvisibleNotice(props: InvisibleNoticeProps) {
  const parts = composerParts.useParts();
  return parts ? <parts.InvisibleNotice {...props} /> : null;
}

export function LateSuggesting(props: SuggestingProps) {
  const parts = composerParts.useParts();
  return parts ? <parts.Suggesting {...props} /> : null;
}

export function LatePickerList<T>(props: PickerListProps<T>) {
  const parts = composerParts.useParts();
  return parts ? <parts.PickerList {...props} /> : null;
}

export function LateModelMenu(props: PickerListProps<string>) {
  const parts = composerParts.useParts();
  return parts ? <parts.ModelMenu {...props} /> : null;
}

export function LateEffortMenu(props: PickerListProps<string>) {
  const parts = composerParts.useParts();
  return parts ? <parts.EffortMenu {...props} /> : null;
}

export function LateOptionPickers(props: OptionPickersProps) {
  const parts = composerParts.useParts();
  return parts ? <parts.OptionPickers {...props} /> : null;
}

export function LateStatusActions() {
  const parts = composerParts.useParts();
  return parts ? <parts.StatusActions /> : null;
}

export function LateShellHint(props: { readonly id: string }) {
  const parts = composerParts.useParts();
  return parts ? <parts.ShellHint {...props} /> : null;
}

export function LateContextMeter() {
  const parts = composerParts.useParts();
  return parts ? <parts.ContextMeter /> : null;
}

export function LateDictateButton(props: DictateButtonProps) {
  const parts = composerParts.useParts();
  return parts ? <parts.DictateButton {...props} /> : null;
}

export function LateDictationStrip(props: DictationStripProps) {
  const parts = composerParts.useParts();
  return parts ? <parts.DictationStrip {...props} /> : null;
}
