import { commandParam } from '@limpid/contract/device/command-param';
import { fail } from '@limpid/contract/errors';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';
import { listTemplates } from './command.store.ts';
import { isSecretField } from './secret-field.rule.ts';
import { fillCommand, listParamChoices, listPlaceholders } from './template.rule.ts';

/** Parameters of device commands. */
export function addCommandParams(app: App): void {
  crud(app, commandParam, {
    table: 'basicCommandParam',
    async beforeWrite(values, { db }, before) {
      const param = { ...before, ...values };
      const { minValue = null, maxValue = null, defaultValue = null } = param;
      if (minValue !== null && maxValue !== null && maxValue < minValue)
        fail('device_command.param_range', {}, 'maxValue');
      if (param.paramType === 'password' && !isSecretField(param.paramCode ?? ''))
        fail('device_command.password_name', {}, 'paramCode');
      if (param.paramType === 'password' && defaultValue)
        fail('device_command.password_default', {}, 'defaultValue');
      const choices = listParamChoices(param.choices);
      if (param.paramType === 'choice' && choices.length === 0)
        fail('device_command.param_choices', {}, 'choices');
      if (defaultValue !== null && defaultValue !== '' && param.paramType !== 'channel') {
        const checked = {
          paramCode: 'x',
          paramType: param.paramType ?? 'number',
          minValue,
          maxValue,
          choices,
          defaultValue,
        };
        const { problems } = fillCommand('x={x}', [checked], {}, { findChannel: () => 0 });
        if (problems.length > 0) fail('device_command.param_default', {}, 'defaultValue');
      }
      const isRenamed =
        before && (before.paramCode !== param.paramCode || before.commandCode !== param.commandCode);
      const isShown = before?.paramType === 'password' && param.paramType !== 'password';
      if (before && (isRenamed || isShown)) await checkUnused(db, before);
    },
    beforeRemove: (row, { db }) => checkUnused(db, row),
  });
}

async function checkUnused(
  db: Parameters<typeof listTemplates>[0],
  { commandCode, paramCode }: { commandCode: string; paramCode: string },
): Promise<void> {
  const templates = await listTemplates(db, commandCode);
  const user = templates.find(({ configParams }) => listPlaceholders(configParams).includes(paramCode));
  if (user) fail('device_command.param_used', { code: paramCode, name: user.commandName });
}
