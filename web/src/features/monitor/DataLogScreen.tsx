import type { RowOf } from '@limpid/contract/kit/row';
import { dataLog } from '@limpid/contract/monitor/data-log';
import { useTranslation } from 'react-i18next';
import type { Cells } from '../../resource/list/use-table-columns.tsx';
import { MarkedName } from '../../ui/MarkedName.tsx';
import { LogScreen } from './log/LogScreen.tsx';

const cells: Cells<typeof dataLog> = { siteName: (row) => <SiteCell row={row} /> };

export default function DataLogScreen() {
  return <LogScreen resource={dataLog} cells={cells} detailCells={cells} />;
}

function SiteCell({ row }: { row: RowOf<typeof dataLog> }) {
  const { t } = useTranslation();
  const mark = row.simulated === true ? t('site.site.simulated.mark') : undefined;
  return <MarkedName name={row.siteName ?? ''} mark={mark} />;
}
