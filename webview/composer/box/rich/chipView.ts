import * as l10n from '@vscode/l10n';
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import type { Attachment } from '../../../../src/contract/draft';
import type { Mention } from '../../../../src/contract/mentions';
import { spelledOut } from '../../../tools/parts/invisibleCharacters';
import { chipIcons, chipName, chipTitle } from '../../../ui/chipName';
import { glyphs, type IconName } from '../../../ui/glyphs';
import { sliceOf } from './document';
import { chipOf } from './schema';

export interface ChipActions {
  open(mention: Mention): void;
}

/** Chip in the text: opens what it stands for, or removes itself. */
export class ChipView implements NodeView {
  readonly dom = document.createElement('span');

  constructor(
    private node: Node,
    private readonly view: EditorView,
    private readonly getPosition: () => number | undefined,
    private readonly actions: ChipActions,
  ) {
    const { mention, attachment } = chipOf(node);
    const label = spelledOut(mention.label);
    const { dom } = this;
    dom.className = 'chip';
    dom.contentEditable = 'false';
    dom.dataset.token = mention.token;
    dom.dataset.kind = mention.target.kind;
    const open = button('chip-open', chipName(mention, label));
    open.title = spelledOut(chipTitle(mention));
    open.append(icon(chipIcons[mention.target.kind]), isolated(label));
    open.addEventListener('click', () => this.actions.open(mention));
    dom.append(open);
    if (attachment?.kind === 'text' && attachment.origin === 'paste') {
      const expand = button('chip-action', l10n.t('Insert {0} as text', label));
      expand.title = l10n.t('Insert as text');
      expand.append(icon('unfold'));
      expand.addEventListener('click', () => this.expand(attachment));
      dom.append(expand);
    }
    const remove = button('chip-action', l10n.t('Remove {0}', label));
    remove.title = l10n.t('Remove');
    remove.append(icon('close'));
    remove.addEventListener('click', () => this.replace(''));
    dom.append(remove);
    dom.addEventListener('keydown', event => this.handleKey(event));
  }

  update(node: Node): boolean {
    const isSame = node.type === this.node.type && node.eq(this.node);
    if (isSame) {
      this.node = node;
    }
    return isSame;
  }

  /** Keys and clicks on its buttons are the chip's own; a drag belongs to the text. */
  stopEvent(event: Event): boolean {
    return !/^(?:drag|drop|copy|cut|paste)/.test(event.type);
  }

  ignoreMutation(): boolean {
    return true;
  }

  private handleKey(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey || shiftKey) {
      return;
    }
    if (key === 'Backspace' || key === 'Delete') {
      event.preventDefault();
      this.replace('');
    } else if (key === 'Escape') {
      event.preventDefault();
      this.view.focus();
    }
  }

  private expand(attachment: Attachment & { readonly kind: 'text' }): void {
    this.replace(attachment.text);
  }

  private replace(text: string): void {
    const position = this.getPosition();
    if (position !== undefined) {
      const { state } = this.view;
      const transaction = state.tr.delete(position, position + 1);
      this.view.dispatch(
        text === ''
          ? transaction.scrollIntoView()
          : transaction.replace(position, position, sliceOf([text])).scrollIntoView(),
      );
    }
    this.view.focus();
  }
}

function button(className: string, name: string): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = className;
  element.setAttribute('aria-label', name);
  return element;
}

function icon(name: IconName): HTMLElement {
  const element = document.createElement('span');
  element.className = 'icon';
  element.ariaHidden = 'true';
  element.textContent = String.fromCodePoint(glyphs[name]);
  return element;
}

/** A name in another script must not reorder the text around it. */
function isolated(text: string): HTMLElement {
  const element = document.createElement('bdi');
  element.className = 'chip-label';
  element.textContent = text;
  return element;
}
