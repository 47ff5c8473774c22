import * as l10n from '@vscode/l10n';
import { UserError } from '../../../base/errors';
import type { Profile } from '../../account/profileSchema';
import { rowGone } from '../files/changeable';
import { readForm } from '../files/readForm';
import { requireTrusted } from '../model/requireTrusted';
import type { ActionOutcome, ActionRequest, SectionPlace } from '../model/sectionSource';
import type { AccountPorts } from './accountPorts';
import { noProfile, profileChoice, readProfile, usualProfile } from './profileForms';

/** @throws UserError `trust.required`, `row.gone`, `profile.*`, or as the CLI's commands */
export async function changeAccount(
  place: SectionPlace,
  request: ActionRequest,
  ports: AccountPorts,
): Promise<ActionOutcome> {
  requireTrusted(place);
  const { action, row } = request;
  switch (action) {
    case 'signIn':
      await ports.signIn();
      return { text: l10n.t('Sign in in the terminal. This page notices when you have.') };
    case 'signOut':
      await ports.command.signOut(place.cwd ?? ports.home);
      ports.restartAgents(undefined);
      return { text: l10n.t('Signed out.') };
    case 'new':
      return save(undefined, request, place, ports);
    case 'edit':
      return save(profileOf(row, ports), request, place, ports);
    case 'remove': {
      const undo = await ports.profiles.remove(profileOf(row, ports));
      return restarting(undefined, place, ports, undo);
    }
    case 'choose':
      return choose(place, request, ports);
    default:
      throw new UserError('page.badCall', l10n.t('There is no such action.'));
  }
}

async function save(
  profile: Profile | undefined,
  { entries }: ActionRequest,
  place: SectionPlace,
  ports: AccountPorts,
): Promise<ActionOutcome> {
  const { profiles } = ports;
  const others = profiles.stored.profiles.filter(({ id }) => id !== profile?.id);
  const hasSecret = profile !== undefined && (await profiles.hasSecret(profile));
  const taken = others.map(({ name }) => name);
  const { values, problems } = readProfile(entries, { profile, taken, hasSecret });
  if (problems) {
    return { problems };
  }
  const { secret, ...rest } = values;
  const undo = await profiles.save({ id: profile?.id, ...rest }, secret);
  return restarting(undefined, place, ports, undo);
}

async function choose(
  place: SectionPlace,
  { row, entries }: ActionRequest,
  ports: AccountPorts,
): Promise<ActionOutcome> {
  const isFolder = row === 'folder';
  const cwd = isFolder ? place.cwd : undefined;
  if ((isFolder && cwd === undefined) || (!isFolder && row !== 'usual')) {
    throw rowGone();
  }
  const { fields } = profileChoice(ports.profiles.stored, cwd);
  const { values, problems } = readForm(fields, entries);
  if (problems) {
    return { problems };
  }
  const chosen = String(values.profile);
  const none = isFolder ? '' : undefined;
  const id = chosen === usualProfile ? undefined : chosen === noProfile ? none : chosen;
  return restarting(cwd, place, ports, await ports.profiles.assign(cwd, id));
}

/** Agents that run have the former account until they start again. */
function restarting(
  cwd: string | undefined,
  place: SectionPlace,
  ports: AccountPorts,
  undo: () => Promise<void>,
): ActionOutcome {
  const restart = () => {
    ports.restartAgents(cwd);
    place.restart?.();
  };
  restart();
  return {
    undo: async () => {
      await undo();
      restart();
    },
  };
}

function profileOf(row: string | undefined, { profiles }: AccountPorts): Profile {
  const found = profiles.stored.profiles.find(({ id }) => `profile/${id}` === row);
  if (!found) {
    throw rowGone();
  }
  return found;
}
