import { refusal } from '@limpid/contract/ingest/refusal';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { usePolledList } from '../../../resource/list/use-polled-list.ts';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { MarkedName } from '../../../ui/MarkedName.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import { CleanButton } from '../log/CleanButton.tsx';
import styles from './client.module.css';
import { RefusalReasonCell } from './Reasons.tsx';

const cells: Cells<typeof refusal> = {
  siteName: (row) => <StationCell row={row} />,
  reason: (row) => <RefusalReasonCell reason={row.reason ?? ''} />,
  count: (row) => <CountCell row={row} />,
  detail: (row) => <TwoLines first={<EllipsisText text={row.detail ?? ''} />} second={row.address ?? ''} />,
};

/** Refused data by station and reason. */
export function RefusalList() {
  usePolledList(refusal);
  return <ResourceScreen resource={refusal} cells={cells} tools={<CleanButton resource={refusal} />} />;
}

function CountCell({ row }: { row: RowOf<typeof refusal> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [count, today] = [row.count, row.today].map((one) => formatCount(Number(one), language));
  return <TwoLines first={count} second={t('ingest.refusal.ofToday', { count: today })} />;
}

/** The site and its MN; only the MN of a deleted site, and neither of unknown senders. */
function StationCell({ row }: { row: RowOf<typeof refusal> }) {
  const { t } = useTranslation();
  const [name, mn] = [row.siteName ?? '', row.mn ?? ''];
  if (mn === '') return <span className={styles.soft}>{t('ingest.refusal.nobody')}</span>;
  const mark = row.simulated === true ? t('site.site.simulated.mark') : undefined;
  return <TwoLines first={<MarkedName name={name} mark={mark} />} second={mn} />;
}
