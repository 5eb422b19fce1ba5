import type { OfferedDevice } from '@limpid/contract/device/offer';
import { Alert, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../resource/use-language.ts';
import styles from './commands.module.css';

interface ConfirmStepProps {
  devices: readonly OfferedDevice[];
  commandName: string;
  values: readonly { label: string; text: string }[];
  /** The number of devices has to be typed in. */
  isCritical: boolean;
  /** The command writes K or B, which the platform may apply too. */
  writesCoefficient: boolean;
  typed: string;
  onType: (typed: string) => void;
}

/** More devices than this are counted rather than named. */
const mostNamed = 8;

/** What would be sent to which devices, before it is sent. */
export function ConfirmStep({
  devices,
  commandName,
  values,
  isCritical,
  writesCoefficient,
  typed,
  onType,
}: ConfirmStepProps) {
  const { t } = useTranslation();
  const corrected = writesCoefficient ? devices.filter(({ isCorrected }) => isCorrected) : [];
  const named = devices.slice(0, mostNamed).map(({ siteName, mn }) => ({ siteName, mn }));
  const more = devices.length - named.length;
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t('device.order.command')}</dt>
          <dd>{commandName}</dd>
        </div>
        {values.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div>
          <dt>{t('device.order.devices', { count: devices.length })}</dt>
          <dd>
            <ul className={styles.devices}>
              {named.map(({ siteName, mn }) => (
                <li key={mn}>
                  {siteName} <span className={styles.soft}>{mn}</span>
                </li>
              ))}
              {more > 0 && <li>{t('device.order.more', { count: more })}</li>}
            </ul>
          </dd>
        </div>
      </dl>
      {corrected.length > 0 && <TwiceWarning devices={corrected} />}
      {isCritical && (
        <>
          <Alert type="warning" showIcon title={t('device.order.critical')} />
          <Form.Item
            className={styles.typed}
            layout="vertical"
            colon={false}
            label={t('device.order.typeCount', { count: devices.length })}
            htmlFor="command-confirmed"
          >
            <Input
              id="command-confirmed"
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => onType(target.value)}
            />
          </Form.Item>
        </>
      )}
    </>
  );
}

/** Before K or B is written to devices whose sites the platform corrects. */
function TwiceWarning({ devices }: { devices: readonly OfferedDevice[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const all = devices.map(({ siteName: name }) => t('device.order.quoted', { name }));
  const others = devices.length - mostNamed;
  // A single one that is left over takes no more space by its name.
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(
    others > 1 ? [...all.slice(0, mostNamed), t('device.order.others', { count: others })] : all,
  );
  return (
    <Alert
      className={styles.warning}
      type="warning"
      showIcon
      title={t('device.order.twice')}
      description={t('device.order.twiceHint', { devices: names })}
    />
  );
}
