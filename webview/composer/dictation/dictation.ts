import * as l10n from '@vscode/l10n';
import { isObject } from '../../../src/base/json';
import { mostMinutes, type SpeechEvent } from '../../../src/contract/speech';
import type { Actions } from '../../store/actions';
import type { BoxHandle } from '../box/boxProps';
import type { DictationState, DictationView, ShownLevel } from './dictationView';

interface DictationPorts {
  readonly actions: Pick<Actions, 'call' | 'callHost' | 'announce'>;
  box(): BoxHandle | undefined;
  onChanged(view: DictationView | undefined): void;
}

/** Dictation into the message box: what the user asks for, and what the host reports. */
export class Dictation {
  private state: DictationState | undefined;
  /** Name of the dictation under way, for the host. */
  private id: string | undefined;
  private readonly levels = new Set<(level: ShownLevel) => void>();

  constructor(private readonly ports: DictationPorts) {}

  get isActive(): boolean {
    return this.id !== undefined;
  }

  /** True while the microphone is open, or about to be. */
  get isRecording(): boolean {
    return this.isActive && this.state?.phase !== 'transcribing';
  }

  toggle(): void {
    if (this.isActive) {
      this.finish();
    } else {
      this.start();
    }
  }

  start(): void {
    const { actions, box } = this.ports;
    const id = crypto.randomUUID();
    this.id = id;
    box()?.focus();
    box()?.showHeard('');
    this.set({ phase: 'starting', heard: '' });
    void actions.call('speech.start', { id }).then(taken => {
      if (!taken && this.id === id) {
        this.end();
      }
    });
  }

  finish(): void {
    if (this.id !== undefined && this.state?.phase !== 'transcribing') {
      void this.ports.actions.callHost('speech.stop', { id: this.id, keeps: true });
    }
  }

  cancel(): void {
    if (this.id !== undefined) {
      void this.ports.actions.callHost('speech.stop', { id: this.id, keeps: false });
      this.end();
      this.ports.actions.announce(l10n.t('Dictation canceled'));
    }
  }

  /** Ends with the composer: nobody is left to see what was said. */
  leave(): void {
    if (this.id !== undefined) {
      void this.ports.actions.callHost('speech.stop', { id: this.id, keeps: false });
      this.id = undefined;
    }
  }

  /** Takes a report of the host; those of other dictations are late. */
  hear(report: unknown): void {
    if (
      isObject(report) &&
      report.id === this.id &&
      this.id !== undefined &&
      isObject(report.event)
    ) {
      this.take(report.event as SpeechEvent);
    }
  }

  private take(event: SpeechEvent): void {
    const { announce } = this.ports.actions;
    const heard = this.state && 'heard' in this.state ? this.state.heard : '';
    switch (event.kind) {
      case 'recording':
        this.set({ phase: 'listening', heard });
        announce(l10n.t('Listening'));
        return;
      case 'level':
        for (const listener of [...this.levels]) {
          listener(event);
        }
        return;
      case 'heard':
        this.ports.box()?.showHeard(event.text);
        this.set({ phase: this.isRecording ? 'listening' : 'transcribing', heard: event.text });
        return;
      case 'transcribing':
        this.set({ phase: 'transcribing', heard });
        announce(l10n.t('Transcribing'));
        return;
      case 'done':
        this.ports.box()?.insertHeard(event.text);
        announce(l10n.t('Dictated: {0}', event.text));
        this.end(event.isCut ? { phase: 'noted', note: cutNote() } : undefined);
        return;
      case 'failed':
        this.end({
          phase: 'failed',
          message: event.message,
          offersSetUp: event.offersSetUp === true,
        });
        announce(event.message);
        return;
      case 'stopped':
        this.end();
        return;
    }
  }

  private end(state?: DictationState): void {
    this.id = undefined;
    this.ports.box()?.showHeard(undefined);
    this.set(state);
  }

  private set(state: DictationState | undefined): void {
    this.state = state;
    this.ports.onChanged(state && this.view(state));
  }

  private view(state: DictationState): DictationView {
    return {
      state,
      isActive: this.isActive,
      onLevel: listener => {
        this.levels.add(listener);
        return () => this.levels.delete(listener);
      },
      finish: () => this.finish(),
      cancel: () => this.cancel(),
      dismiss: () => this.set(undefined),
      setUp: () => {
        this.set(undefined);
        void this.ports.actions.callHost('speech.setUp', {});
      },
    };
  }
}

function cutNote(): string {
  return l10n.t('Dictation ends after {0} minutes.', mostMinutes);
}
