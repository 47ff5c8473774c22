import * as l10n from '@vscode/l10n';
import { useMemo, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../src/base/errors';
import type { SectionHost } from '../store/hostConnection';
import { type Owner, ownerKey, type SectionActions } from './sectionContext';

/** Outcome of the last action. `undo` takes it back. */
interface Outcome {
  /** Differs from that of the outcome before, so that the same words are announced again. */
  readonly number: number;
  readonly text: string;
  readonly undo?: string;
  readonly isError?: boolean;
}

interface State {
  readonly outcome?: Outcome | undefined;
  readonly failed?: { readonly owner: string; readonly message: string } | undefined;
}

/** Calls to the host that change something, and what became of the last one. */
export function useOutcome(host: Pick<SectionHost, 'call'>) {
  const [state, setState] = useState<State>({});
  const running = useRef(new Set<string>());
  const count = useRef(0);
  const tell = (outcome: Omit<Outcome, 'number'>) => {
    count.current += 1;
    setState({ outcome: { number: count.current, ...outcome } });
  };
  const actions = useMemo<SectionActions>(() => {
    // The last change stays in view, because it can still be taken back.
    const clearError = () => setState(({ outcome }) => ({ outcome }));
    const fail = (owner: Owner, error: unknown) =>
      setState(({ outcome }) => ({
        outcome,
        failed: { owner: ownerKey(owner), message: messageOf(error) },
      }));
    return {
      errorOf: owner =>
        state.failed?.owner === ownerKey(owner) ? state.failed.message : undefined,
      async act(owner, action, input) {
        const key = `${ownerKey(owner)} ${action}`;
        if (running.current.has(key)) {
          return { kind: 'failed' };
        }
        running.current.add(key);
        clearError();
        try {
          const result = await host.call('section.act', { ...owner, action, ...input });
          if (result.kind === 'invalid') {
            return result;
          }
          if (!input?.isPreview) {
            const { text = l10n.t('Changed.'), undo } = result;
            if (text !== '') tell(undo === undefined ? { text } : { text, undo });
          }
          return { kind: 'done' };
        } catch (error) {
          fail(owner, error);
          return { kind: 'failed' };
        } finally {
          running.current.delete(key);
        }
      },
      async open(owner) {
        const { section, row } = owner;
        if (row === undefined) {
          return;
        }
        clearError();
        try {
          await host.call('section.open', { section, row });
        } catch (error) {
          fail(owner, error);
        }
      },
    };
  }, [host, state.failed]);
  const undo = async (id: string) => {
    setState({});
    try {
      await host.call('section.undo', { undo: id });
      tell({ text: l10n.t('Undone.') });
    } catch (error) {
      tell({ text: messageOf(error), isError: true });
    }
  };
  return { actions, outcome: state.outcome, undo, clear: () => setState({}) };
}
