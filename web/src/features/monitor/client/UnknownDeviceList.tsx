import { unknownDevice } from '@limpid/contract/ingest/unknown-device';
import { site } from '@limpid/contract/site/site';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { hasPermission } from '../../../api/session.ts';
import { requestNewRow } from '../../../resource/list/requested-row.ts';
import { usePolledList } from '../../../resource/list/use-polled-list.ts';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { type ResourceRow, toText } from '../../../resource/row.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import styles from './client.module.css';
import { SeenCell } from './SeenCell.tsx';
import { TwoLines } from './TwoLines.tsx';

const cells: Cells = {
  mn: (row) => <DeviceCell row={row} />,
  codes: (row) => <CodesCell row={row} />,
  lastSeen: (row) => <SeenCell since={toText(row['firstSeen'])} last={toText(row['lastSeen'])} />,
};

/** Unregistered devices that report; an action opens a new site with their data. */
export function UnknownDeviceList() {
  usePolledList(unknownDevice);
  const { t } = useTranslation();
  const navigate = useNavigate();

  function register(row: ResourceRow): void {
    const mn = toText(row['mn']);
    requestNewRow(site, {
      mn,
      siteCode: mn,
      deviceTypeId: row['deviceTypeId'] ?? undefined,
      protocol: `hj212-${toText(row['version'])}`,
    });
    void navigate(site.path);
  }

  const actions = (row: ResourceRow) => [
    { key: 'register', text: t('ingest.unknown.register'), run: () => register(row) },
  ];
  return (
    <ResourceScreen
      resource={unknownDevice}
      cells={cells}
      heading={<p className={styles.hint}>{t('ingest.unknown.hint')}</p>}
      rowActions={hasPermission('site:site:add') ? actions : undefined}
    />
  );
}

/** The non-breaking form of a space or hyphen. */
const unbroken = (mark: string) => (mark === ' ' ? '\u00a0' : '\u2011');

/** The MN with the address and protocol of the device. */
function DeviceCell({ row }: { row: ResourceRow }) {
  const { t } = useTranslation();
  const facts = [
    toText(row['address']),
    t(`monitor.client.fields.version_${toText(row['version'])}`),
    row['system'] ? `ST ${toText(row['system'])}` : '',
  ];
  return (
    <TwoLines
      first={<span className={styles.whole}>{toText(row['mn'])}</span>}
      second={facts
        .filter(Boolean)
        .map((fact) => fact.replace(/[ -]/g, unbroken))
        .join(' · ')}
    />
  );
}

/** The reported codes and the likely device type. */
function CodesCell({ row }: { row: ResourceRow }) {
  const { t } = useTranslation();
  const type = toText(row['typeName']);
  return (
    <TwoLines
      first={<EllipsisText text={toText(row['codes'])} />}
      second={type && t('ingest.unknown.likely', { type })}
    />
  );
}
