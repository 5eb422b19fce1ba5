import { commandParam } from '@limpid/contract/device/command-param';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { isPasswordField } from '@limpid/hj212/secrets';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';
import type { Database } from '../../../platform/db/database.ts';
import { listParamTypes, listTemplates } from './command.store.ts';
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
      await checkOtherCase(db, param, before);
      if (param.paramType === 'password' && !isPasswordField(param.paramCode ?? ''))
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

interface ParamKey {
  commandCode?: string | null;
  paramCode?: string | null;
}

/** Names that differ in case alone are one parameter. The same name is refused by the database. */
async function checkOtherCase(
  db: Database,
  { commandCode, paramCode }: ParamKey,
  before: ParamKey | undefined,
): Promise<void> {
  if (!commandCode || !paramCode) return;
  const others = [...(await listParamTypes(db, commandCode)).keys()].filter(
    (code) => code !== paramCode && !(before?.commandCode === commandCode && before.paramCode === code),
  );
  if (others.some((code) => code.toLowerCase() === paramCode.toLowerCase()))
    fail('field.taken', { label: fieldLabel(commandParam, 'paramCode') }, 'paramCode');
}

async function checkUnused(
  db: Database,
  { commandCode, paramCode }: { commandCode: string; paramCode: string },
): Promise<void> {
  const templates = await listTemplates(db, commandCode);
  const user = templates.find(({ configParams }) => listPlaceholders(configParams).includes(paramCode));
  if (user) fail('device_command.param_used', { code: paramCode, name: user.commandName });
}
