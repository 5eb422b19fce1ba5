import { stationReport } from '@limpid/contract/ingest/station-report';
import type { RowOf } from '@limpid/contract/kit/row';
import { useTranslation } from 'react-i18next';
import { useStateWords } from '../../../query/commands/use-state-words.ts';
import { usePolledList } from '../../../resource/list/use-polled-list.ts';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { MarkedName } from '../../../ui/MarkedName.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';

const cells: Cells<typeof stationReport> = {
  siteName: (row) => <SiteCell row={row} />,
  raw: (row) => <TwoLines first={<ContentCell row={row} />} second={<EllipsisText text={row.raw ?? ''} />} />,
};

/** Equipment states, power-on, logs, states and parameters, as stations report them. */
export function StationReportList() {
  usePolledList(stationReport);
  return <ResourceScreen resource={stationReport} cells={cells} />;
}

function SiteCell({ row }: { row: RowOf<typeof stationReport> }) {
  const { t } = useTranslation();
  const mark = row.simulated === true ? t('site.site.simulated.mark') : undefined;
  return <TwoLines first={<MarkedName name={row.siteName ?? ''} mark={mark} />} second={row.mn ?? ''} />;
}

interface Content {
  polId: string | null;
  items: { code: string; value: string }[];
}

function ContentCell({ row }: { row: RowOf<typeof stationReport> }) {
  const { t } = useTranslation();
  const words = useStateWords();
  // The server writes only this form.
  const { polId, items } = (row.content ?? { polId: null, items: [] }) as Content;
  const describe = ({ code, value }: Content['items'][number]) => {
    const name = t(`ingest.report.codes.${code}`, { defaultValue: code });
    const meaning =
      row.kind === '2021' ? t(`ingest.report.states.${value}`, { defaultValue: value }) : words(code, value);
    return `${name} ${meaning}`;
  };
  const about = polId ? t('ingest.report.about', { factor: polId }) : '';
  return <EllipsisText text={`${about}${items.map(describe).join('; ') || '—'}`} />;
}
