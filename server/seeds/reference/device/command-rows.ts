import type { SeededParam } from './command-params.ts';
import type { SeededCommand } from './seeded-command.ts';

export function commandRow({ code, type, titles: [zh, en, fr], ...more }: SeededCommand, id: number) {
  return {
    command_id: id,
    command_code: code,
    command_name: zh,
    command_name_en: en,
    command_name_fr: fr,
    command_type: type,
    parent_code: more.parent ?? null,
    config_params: more.template ?? null,
    since_version: more.since ?? '2005',
    until_version: more.until ?? '2025',
    dangerous: more.dangerous ?? false,
    create_by: 'system',
  };
}

interface ParamOfCommand extends Omit<SeededParam, 'commands'> {
  command: string;
}

export function paramRow({ command, code, titles: [zh, en, fr], type, ...more }: ParamOfCommand, id: number) {
  return {
    param_id: id,
    command_code: command,
    param_code: code,
    param_name: zh,
    param_name_en: en,
    param_name_fr: fr,
    param_type: type,
    unit: more.unit ?? null,
    min_value: more.min ?? null,
    max_value: more.max ?? null,
    choices: more.choices ?? null,
    default_value: more.default ?? null,
    create_by: 'system',
  };
}
