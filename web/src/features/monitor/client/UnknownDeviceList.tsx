import { unknownDevice } from '@limpid/contract/ingest/unknown-device';
import type { RowOf } from '@limpid/contract/kit/row';
import { site } from '@limpid/contract/site/site';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { hasAnyPermission } from '../../../api/session.ts';
import { requestNewRow } from '../../../resource/list/requested-row.ts';
import { usePolledList } from '../../../resource/list/use-polled-list.ts';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import styles from './client.module.css';
import { SeenCell } from './SeenCell.tsx';

const cells: Cells<typeof unknownDevice> = {
  mn: (row) => <DeviceCell row={row} />,
  codes: (row) => <CodesCell row={row} />,
  lastSeen: (row) => <SeenCell since={row.firstSeen ?? ''} last={row.lastSeen ?? ''} />,
};

/** Unregistered devices that report; an action opens a new site with their data. */
export function UnknownDeviceList() {
  usePolledList(unknownDevice);
  const { t } = useTranslation();
  const navigate = useNavigate();

  function register(row: RowOf<typeof unknownDevice>): void {
    const mn = row.mn ?? '';
    requestNewRow(site, {
      mn,
      siteCode: mn,
      deviceTypeId: row.deviceTypeId ?? undefined,
      protocol: `hj212-${row.version ?? ''}`,
    });
    void navigate(site.path);
  }

  const actions = (row: RowOf<typeof unknownDevice>) => [
    { key: 'register', text: t('ingest.unknown.register'), run: () => register(row) },
  ];
  return (
    <ResourceScreen
      resource={unknownDevice}
      cells={cells}
      heading={<p className={styles.hint}>{t('ingest.unknown.hint')}</p>}
      rowActions={hasAnyPermission('site:site:add') ? actions : undefined}
    />
  );
}

/** The non-breaking form of a space or hyphen. */
const unbroken = (mark: string) => (mark === ' ' ? '\u00a0' : '\u2011');

/** The MN with the address and protocol of the device. */
function DeviceCell({ row }: { row: RowOf<typeof unknownDevice> }) {
  const { t } = useTranslation();
  const facts = [
    row.address ?? '',
    t(`monitor.client.fields.version_${row.version ?? ''}`),
    row.system ? `ST ${row.system ?? ''}` : '',
  ];
  return (
    <TwoLines
      first={<span className={styles.whole}>{row.mn ?? ''}</span>}
      second={facts
        .filter(Boolean)
        .map((fact) => fact.replace(/[ -]/g, unbroken))
        .join(' · ')}
    />
  );
}

/** The reported codes and the likely device type. */
function CodesCell({ row }: { row: RowOf<typeof unknownDevice> }) {
  const { t } = useTranslation();
  const type = row.typeName ?? '';
  return (
    <TwoLines
      first={<EllipsisText text={row.codes ?? ''} />}
      second={type && t('ingest.unknown.likely', { type })}
    />
  );
}
