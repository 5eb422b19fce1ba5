import { type DeviceParameter, listParameters } from '@limpid/contract/device/device-page';
import { localised } from '@limpid/contract/kit/resource';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CommandStateDot } from '../../../query/commands/CommandStateDot.tsx';
import { useFactorNames } from '../../../query/commands/use-factor-names.ts';
import { useStateWords } from '../../../query/commands/use-state-words.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import styles from './device-page.module.css';
import { compareParameter } from './parameter.ts';
import { ReadBackButton } from './ReadBackButton.tsx';

const everyMs = 5000;

/** The parameters of a device: as it reported them, as they were written, and whether the two differ. */
export function ParameterList({ siteId, command }: { siteId: number; command: ReactNode }) {
  const { t } = useTranslation();
  const parameters = useQuery({
    queryKey: [listParameters.path, siteId],
    queryFn: ({ signal }) => call(listParameters, { params: { siteId }, signal, quiet: true }),
    refetchInterval: everyMs,
  });
  const { data } = parameters;
  if (!data) return <RowState row={parameters} lines={6} />;
  if (data.length === 0)
    return (
      <EmptyState
        title={t('device.page.parameters.none')}
        hint={t('device.page.parameters.hint')}
        action={command}
      />
    );
  return (
    <div className={styles.scroll}>
      <table className={`${styles.table} ${styles.stacking}`}>
        <thead>
          <tr>
            {['name', 'read', 'wanted', 'difference'].map((name) => (
              <th key={name} scope="col">
                {t(`device.page.parameters.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((one) => (
            <ParameterRow key={`${one.polId} ${one.code}`} siteId={siteId} parameter={one} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const looks = { same: 'success', differs: 'danger', unread: 'warning', unknown: 'warning' } as const;
/** What an instrument says about itself, which has to name its channel. */
const instrumentInfo = /^i1/;

function ParameterRow({ siteId, parameter }: { siteId: number; parameter: DeviceParameter }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const channelName = useFactorNames();
  const words = useStateWords();
  const { polId, code, unit, wantedBy, wantedState } = parameter;
  // Parameters of several commands share a short name, such as "interval".
  const name =
    t(`device.page.frames.names.${code}`, { defaultValue: '' }) ||
    localised(parameter, 'paramName', language) ||
    t(`ingest.report.codes.${code}`, { defaultValue: code });
  const place = polId
    ? `${channelName(polId) ?? ''} ${polId}`.trim()
    : t(`device.page.parameters.${instrumentInfo.test(code) ? 'noChannel' : 'stationWide'}`);
  const difference = compareParameter(parameter);
  const write = (value: string | null) =>
    value === null ? '–' : [words(code, value), unit].filter(Boolean).join(' ');
  return (
    <tr>
      <th scope="row">
        <div className={name === code ? undefined : styles.sentence}>{name}</div>
        <div className={styles.soft}>{[place, name !== code && code].filter(Boolean).join(' · ')}</div>
      </th>
      <td data-label={t('device.page.parameters.read')}>
        {write(parameter.readValue)}
        <div className={styles.soft}>{parameter.readAt && <DateTimeText value={parameter.readAt} />}</div>
      </td>
      <td data-label={t('device.page.parameters.wanted')}>
        {write(parameter.wantedValue)}
        <div className={styles.soft}>
          {parameter.wantedAt && <DateTimeText value={parameter.wantedAt} />} {wantedBy}
        </div>
        {wantedState !== 'done' && <CommandStateDot state={wantedState} />}
      </td>
      <td data-label={t('device.page.parameters.difference')}>
        {difference && (
          <StatusDot look={looks[difference]} text={t(`device.page.parameters.${difference}`)} />
        )}
        {(difference === 'unknown' || difference === 'unread') && (
          <ReadBackButton siteId={siteId} parameter={parameter} name={name} />
        )}
      </td>
    </tr>
  );
}
