import * as z from '../../base/schema';
import type { HostCalls } from '../../contract/calls';
import { ownCommands } from '../../contract/commands';
import { efforts, permissionModes } from '../../contract/content';
import { longestQuery } from '../../contract/find';
import {
  longestFile,
  longestText,
  mentionTarget,
  pageDraft,
} from '../../core/registry/draftSchema';
import { destination, formEntries, viewState } from '../../core/registry/viewSchema';

const id = z.string().check(z.minLength(1), z.maxLength(200));
const text = z.string().check(z.maxLength(longestText));
const line = z.int().check(z.gte(1));
const path = z.string().check(z.minLength(1), z.maxLength(4_096));
/** A URI may spell each byte of a path as three characters. */
const place = z.string().check(z.minLength(1), z.maxLength(16_384));
/** Id or value of an option, in an agent's own spelling. */
const optionText = z.string().check(z.maxLength(1_000));
const channel = { channelId: id };
const draft = z.object(pageDraft);
const nothing = z.object({});

const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('allowOnce') }),
  z.object({ kind: z.literal('allowAlways'), destination }),
  z.object({ kind: z.literal('allowWith'), suggestion: z.int() }),
  z.object({ kind: z.literal('deny'), message: z.optional(text) }),
  z.object({ kind: z.literal('offered'), index: z.number() }),
  z.object({ kind: z.literal('answers'), answers: z.record(z.string(), text) }),
  z.object({ kind: z.literal('approvePlan'), mode: z.optional(z.enum(permissionModes)) }),
  z.object({ kind: z.literal('keepPlanning'), feedback: z.optional(text) }),
  z.object({ kind: z.literal('submitForm'), entries: formEntries }),
  z.object({ kind: z.enum(['openPage', 'declineInput', 'cancelInput', 'pageDone']) }),
]);

const returned = { returned: z.optional(z.int()) };
const inChannel = z.object(channel);
const message = z.object({ ...channel, messageId: id });
const turn = z.object({ ...channel, turnId: id });

/** Schema of each call's parameters, because the page is not trusted to keep to its types. */
export const callSchemas = {
  'page.ready': nothing,
  'page.started': nothing,
  'conversation.snapshot': inChannel,
  'conversation.earlier': z.object({ ...channel, before: z.int() }),
  'conversation.find': z.object({
    ...channel,
    text: z.string().check(z.minLength(1), z.maxLength(longestQuery)),
    matchesCase: z.boolean(),
    before: z.optional(z.int()),
  }),
  'conversation.last': nothing,
  'message.send': z.object({ ...channel, ...pageDraft, ...returned, front: z.optional(id) }),
  'shell.run': z.object({ ...channel, command: text }),
  'shell.stop': z.object({ ...channel, id }),
  'shell.remove': z.object({ ...channel, id }),
  'speech.start': z.object({ ...channel, id }),
  'speech.stop': z.object({ id, keeps: z.boolean() }),
  'speech.setUp': nothing,
  'message.recall': z.object({ ...channel, text: draft.shape.text }),
  'draft.save': z.object({ ...channel, ...returned, draft }),
  'draft.stash': z.object({ ...channel, draft }),
  'mentions.drop': z.object({ ...channel, places: z.array(place).check(z.maxLength(500)) }),
  'front.reveal': z.object({ ...channel, front: id }),
  'front.choose': inChannel,
  'mentions.find': z.object({
    ...channel,
    query: z.string().check(z.maxLength(1_000)),
    depth: z.enum(['fast', 'all']),
  }),
  'mention.open': z.object({ ...channel, target: mentionTarget }),
  'command.run': z.object({ ...channel, name: z.enum(ownCommands) }),
  'command.inTerminal': z.object({ ...channel, name: id }),
  'attachment.convert': z.object({
    ...channel,
    name: z.string().check(z.minLength(1), z.maxLength(1_000)),
    data: z.string().check(z.maxLength(longestFile), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
  }),
  'attachment.open': z.object({ ...channel, id }),
  'context.open': z.object({ ...channel, messageId: id, index: z.int().check(z.gte(0)) }),
  'message.preview': z.object({ ...channel, ...pageDraft, front: z.optional(id) }),
  'queue.edit': message,
  'queue.sendNow': message,
  'queue.remove': message,
  'queue.resume': inChannel,
  'queue.move': z.object({ ...channel, messageId: id, by: z.literal([-1, 1]) }),
  'agent.stop': inChannel,
  'agent.act': z.object({
    ...channel,
    action: z.enum([
      'resume',
      'restart',
      'chooseFolder',
      'takeOver',
      'takeBack',
      'signIn',
      'installCli',
      'choosePath',
      'configureAgents',
      'otherAgent',
      'openWrapperSetting',
      'showLog',
    ]),
  }),
  'turn.retry': inChannel,
  'turn.edit': inChannel,
  'turn.continue': inChannel,
  'turn.goOnAtReset': inChannel,
  'turn.cancelGoOn': inChannel,
  'turn.review': turn,
  'turn.copy': turn,
  'turn.keep': turn,
  'turn.undo': turn,
  'turn.redo': turn,
  'code.insert': z.object({ ...channel, text }),
  'code.run': z.object({ ...channel, text }),
  'review.open': inChannel,
  'review.keep': inChannel,
  'review.undo': inChannel,
  'rewind.code': message,
  'rewind.fork': z.object({ ...channel, messageId: id, rewindsCode: z.boolean() }),
  'rewind.pick': inChannel,
  'folder.open': inChannel,
  'task.act': z.discriminatedUnion('action', [
    z.object({ ...channel, action: z.enum(['stop', 'output']), taskId: id }),
    z.object({ ...channel, action: z.literal('list') }),
  ]),
  'side.ask': z.object({ ...channel, question: text, follows: z.optional(id) }),
  'side.clear': inChannel,
  'prompt.answer': z.object({ ...channel, promptId: id, answer }),
  'prompt.check': z.object({ ...channel, promptId: id, entries: formEntries }),
  'prompt.seen': z.object({ ...channel, promptId: id }),
  'prompt.openDiff': z.object({ ...channel, promptId: id }),
  'mode.set': z.object({
    ...channel,
    mode: z.enum(permissionModes),
  }),
  'model.set': z.object({ ...channel, model: id }),
  'effort.set': z.object({
    ...channel,
    effort: z.nullable(z.enum(efforts)),
  }),
  'fastMode.set': z.object({ ...channel, fastMode: z.enum(['on', 'off']) }),
  'ultracode.set': z.object({ ...channel, ultracode: z.enum(['on', 'off']) }),
  'thinking.set': z.object({
    ...channel,
    maxThinkingTokens: z.nullable(z.int().check(z.gte(0), z.lte(1_000_000))),
  }),
  'option.set': z.object({ ...channel, id: optionText, value: z.union([optionText, z.boolean()]) }),
  'inspector.show': z.object({ ...channel, turnId: z.optional(id) }),
  'file.open': z.object({
    ...channel,
    location: z.object({
      path,
      line: z.optional(line),
      endLine: z.optional(line),
      column: z.optional(line),
    }),
  }),
  'link.open': z.object({ url: z.string().check(z.maxLength(8_192)) }),
  'edit.openDiff': z.object({ ...channel, toolId: id, path: z.optional(path) }),
  'blob.read': z.object({ ...channel, blob: id }),
  'clipboard.write': z.object({ text }),
  'view.save': z.object({
    ...channel,
    view: viewState,
  }),
  'host.act': z.object({
    action: z.enum([
      'openFolder',
      'manageTrust',
      'installCli',
      'choosePath',
      'searchCliAgain',
      'otherAgent',
      'continueLast',
      'getStarted',
      'showLog',
      'openSettings',
      'openWrapperSetting',
    ]),
  }),
  'programs.answer': z.object({ hash: id, answer: z.enum(['allow', 'decline']) }),
  'page.focused': z.object({ channelId: z.optional(id) }),
  'page.focusChanged': z.object({ hasFocus: z.boolean() }),
  'log.report': z.object({
    level: z.enum(['warn', 'error']),
    message: z.string().check(z.maxLength(4_000)),
  }),
} as const satisfies { [K in keyof HostCalls]: z.ZodMiniType };
