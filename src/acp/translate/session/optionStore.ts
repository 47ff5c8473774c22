import type { JsonObject } from '../../../base/json';
import type { AgentOption } from '../../../contract/choices';
import type { AcpSettings } from '../wire/options';
import { type KnownOption, toOptions, withValue } from './toOptions';

/** Request that sets an option, without its session id. */
export interface OptionRequest {
  readonly method: 'session/set_mode' | 'session/set_model' | 'session/set_config_option';
  readonly params: JsonObject;
}

/** Options of a session with their values in force. */
export class OptionStore {
  private settings: AcpSettings = {
    modes: undefined,
    models: undefined,
    configOptions: undefined,
  };
  private known: readonly KnownOption[] = [];

  private get mode(): KnownOption | undefined {
    return this.known.find(({ option }) => option.role === 'mode');
  }

  get options(): readonly AgentOption[] {
    return this.known.map(({ option }) => option);
  }

  /** Takes what a result or update has; absent members are as before. */
  adopt({ modes, models, configOptions }: AcpSettings): void {
    const before = this.settings;
    this.settings = {
      modes: modes ?? before.modes,
      models: models ?? before.models,
      configOptions: configOptions ?? before.configOptions,
    };
    this.known = toOptions(this.settings);
  }

  /** Whether the agent has modes, and this one among them. */
  hasMode(modeId: string): boolean {
    const { mode } = this;
    return mode !== undefined && withValue(mode.option, modeId) !== undefined;
  }

  /** @returns false if there is no such mode */
  setMode(modeId: string): boolean {
    const { mode } = this;
    return mode !== undefined && this.set(mode.option.id, modeId);
  }

  /** @returns false if there is no such option or value */
  set(id: string, value: string | boolean): boolean {
    const found = this.known.find(({ option }) => option.id === id);
    const option = found && withValue(found.option, value);
    if (!found || !option) {
      return false;
    }
    this.remember(found, value);
    this.known = this.known.map(one => (one === found ? { ...found, option } : one));
    return true;
  }

  request(id: string, value: string | boolean): OptionRequest | undefined {
    const found = this.known.find(({ option }) => option.id === id);
    if (!found || !withValue(found.option, value)) {
      return undefined;
    }
    switch (found.via) {
      case 'mode':
        return { method: 'session/set_mode', params: { modeId: value } };
      case 'model':
        return { method: 'session/set_model', params: { modelId: value } };
      case 'config':
        return {
          method: 'session/set_config_option',
          params:
            typeof value === 'boolean'
              ? { configId: id, type: 'boolean', value }
              : { configId: id, value },
        };
    }
  }

  /** Keeps a value through updates that list only other options. */
  private remember({ via, option }: KnownOption, value: string | boolean): void {
    const { modes, models, configOptions } = this.settings;
    if (via === 'mode' && modes) {
      this.settings = { ...this.settings, modes: { ...modes, currentModeId: String(value) } };
    } else if (via === 'model' && models) {
      this.settings = { ...this.settings, models: { ...models, currentModelId: String(value) } };
    } else if (configOptions) {
      const changed = configOptions.map(one =>
        one.id === option.id ? ({ ...one, currentValue: value } as typeof one) : one,
      );
      this.settings = { ...this.settings, configOptions: changed };
    }
  }
}
