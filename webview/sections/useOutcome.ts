import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import { messageOf } from '../../src/base/errors';
import type { SectionHost } from '../store/hostConnection';
import { ownerKey, type SectionActions } from './sectionContext';

/** Outcome of the last action. `undo` takes it back. */
interface Outcome {
  readonly text: string;
  readonly undo?: string;
  readonly isError?: boolean;
}

interface State {
  readonly outcome?: Outcome | undefined;
  readonly failed?: { readonly owner: string; readonly message: string } | undefined;
}

/** Calls to the host that change something, and what became of the last one. */
export function useOutcome(host: Pick<SectionHost, 'call'>, target: string | undefined) {
  const [state, setState] = useState<State>({});
  const actions = useMemo<SectionActions>(
    () => ({
      target,
      errorOf: owner =>
        state.failed?.owner === ownerKey(owner) ? state.failed.message : undefined,
      async act(owner, action, input) {
        setState({});
        try {
          const result = await host.call('section.act', { ...owner, action, ...input });
          if (result.kind === 'invalid') {
            return result.problems;
          }
          if (!input?.isPreview) {
            const { text = l10n.t('Changed.'), undo } = result;
            setState({ outcome: undo === undefined ? { text } : { text, undo } });
          }
        } catch (error) {
          setState({ failed: { owner: ownerKey(owner), message: messageOf(error) } });
        }
        return undefined;
      },
      async open({ section, row }) {
        if (row === undefined) {
          return;
        }
        try {
          await host.call('section.open', { section, row });
        } catch (error) {
          setState({ failed: { owner: ownerKey({ section, row }), message: messageOf(error) } });
        }
      },
    }),
    [host, target, state.failed],
  );
  const undo = async (id: string) => {
    setState({});
    try {
      await host.call('section.undo', { undo: id });
      setState({ outcome: { text: l10n.t('Undone.') } });
    } catch (error) {
      setState({ outcome: { text: messageOf(error), isError: true } });
    }
  };
  return { actions, outcome: state.outcome, undo, clear: () => setState({}) };
}
