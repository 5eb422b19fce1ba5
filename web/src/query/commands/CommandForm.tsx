import { basicCommand } from '@limpid/contract/device/command';
import type { CommandOffer, OfferedCommand } from '@limpid/contract/device/offer';
import { localised } from '@limpid/contract/kit/resource';
import { Form, InputNumber, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasAnyPermission } from '../../api/session.ts';
import { useDict } from '../../resource/fields/use-dict.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from './commands.module.css';
import { ParamInput } from './ParamInput.tsx';

interface CommandFormProps {
  offer: CommandOffer;
  command: OfferedCommand | undefined;
}

const maxWaitHours = 168;

/** The choice of a command, its parameters, and what happens to devices that are offline. */
export function CommandForm({ offer, command }: CommandFormProps) {
  const { t } = useTranslation();
  const offline = offer.devices.filter(({ isConnected }) => !isConnected);
  if (offer.commands.length === 0) return <NoCommand isSeveral={offer.devices.length > 1} />;
  return (
    <>
      <Form.Item
        name="commandId"
        label={t('device.order.command')}
        rules={[
          { required: true, message: t('errors.field.required', { label: t('device.order.command') }) },
        ]}
      >
        <CommandSelect commands={offer.commands} />
      </Form.Item>
      {command?.params.map((param) => (
        <ParamInput key={`${command.commandId} ${param.paramCode}`} param={param} channels={offer.channels} />
      ))}
      {offline.length > 0 && (
        <>
          <Form.Item
            name="isWaiting"
            label={
              offline.length === offer.devices.length && offline.length === 1
                ? t('device.order.offlineOne')
                : t('device.order.offline', { count: offline.length })
            }
          >
            <Radio.Group
              className={styles.choices}
              options={[
                { value: false, label: t('device.order.skip') },
                { value: true, label: t('device.order.wait') },
              ]}
            />
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {({ getFieldValue }) =>
              getFieldValue('isWaiting') === true && (
                <Form.Item
                  name="waitHours"
                  label={t('device.order.waitHours')}
                  rules={[
                    {
                      required: true,
                      message: t('errors.field.required', { label: t('device.order.waitHours') }),
                    },
                  ]}
                >
                  <InputNumber min={1} max={maxWaitHours} precision={0} suffix="h" />
                </Form.Item>
              )
            }
          </Form.Item>
        </>
      )}
    </>
  );
}

/** No command is for all of the devices and permitted: says why, and leads to the list of commands. */
function NoCommand({ isSeveral }: { isSeveral: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t(isSeveral ? 'device.order.noneCommon' : 'device.order.none')}
      hint={t(isSeveral ? 'device.order.noneCommonHint' : 'device.order.noneHint')}
      action={
        hasAnyPermission(`${basicCommand.permission}:list`) && (
          <Link to={basicCommand.path}>{t('device.order.openCommands')}</Link>
        )
      }
    />
  );
}

interface CommandSelectProps {
  commands: readonly OfferedCommand[];
}

/** The commands by what they do. */
function CommandSelect({ commands, ...control }: CommandSelectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const types = useDict('device_command_type');
  const byType = Map.groupBy(commands, ({ commandType }) => commandType);
  const options = types.flatMap(({ value, text }) => {
    const found = byType.get(String(value)) ?? [];
    if (found.length === 0) return [];
    const offered = found.map((command) => ({
      value: command.commandId,
      label: localised(command, 'commandName', language),
    }));
    return [{ label: text, title: text, options: offered }];
  });
  return (
    <Select
      {...control}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('device.order.choose')}
      options={options}
      listHeight={320}
    />
  );
}
