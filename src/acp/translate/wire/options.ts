import * as z from '../../../base/schema';
import { lenient, lenientList, text } from '../../../protocol/lenient';

const value = z.object({ value: z.string(), name: text, description: text });
/** Most options, and values of an option or group, that are looked at. */
const most = 500;
const values = z.pipe(
  z.array(z.unknown()),
  z.transform(list => lenientList(value).parse(list.slice(0, most))),
);
const group = z.object({ group: text, name: text, options: values });
const valuesOrGroups = lenientList(z.union([value, group]));

const optionBase = { id: z.string(), name: text, description: text, category: text };
const selectOption = z.object({
  ...optionBase,
  type: z.literal('select'),
  currentValue: z.string(),
  options: z.pipe(
    z.array(z.unknown()),
    z.transform(list => valuesOrGroups.parse(list.slice(0, most))),
  ),
});
const booleanOption = z.object({
  ...optionBase,
  type: z.literal('boolean'),
  currentValue: z.boolean(),
});

const configOptions = lenientList(z.union([selectOption, booleanOption]));
export type AcpConfigOption = z.output<typeof configOptions>[number];
export type AcpOptionValue = z.output<typeof value>;

const named = { name: text, description: text };
const modes = z.object({
  currentModeId: z.string(),
  availableModes: lenientList(z.object({ id: z.string(), ...named })),
});
/** Gone from the protocol; older agents still send it. */
const models = z.object({
  currentModelId: z.string(),
  availableModels: lenientList(z.object({ modelId: z.string(), ...named })),
});
export type AcpModes = z.output<typeof modes>;
export type AcpModels = z.output<typeof models>;

/** Result of session/new, load, resume, fork and set_config_option. */
export const settingsSchema = z.object({
  modes: lenient(modes),
  models: lenient(models),
  configOptions: z.pipe(
    lenient(z.array(z.unknown())),
    z.transform(list =>
      list === undefined ? undefined : configOptions.parse(list.slice(0, most)),
    ),
  ),
});
export type AcpSettings = z.output<typeof settingsSchema>;
