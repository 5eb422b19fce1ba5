import { UploadOutlined } from '@ant-design/icons';
import { listCompletenessDays } from '@limpid/contract/analysis/completeness';
import { exportHistory, listHistoryRows, maxHistorySites } from '@limpid/contract/data/history';
import { importHistory } from '@limpid/contract/data/history-import';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../api/Allowed.tsx';
import { holdsPermission, useSession } from '../../api/session.ts';
import { QueryBar } from '../../query/bar/QueryBar.tsx';
import { ExportButton } from '../../query/result/ExportButton.tsx';
import { TooLongState } from '../../query/result/TooLongState.tsx';
import frame from '../../resource/resource.module.css';
import { HistoryCompleteness } from './history/HistoryCompleteness.tsx';
import { HistoryRows } from './history/HistoryRows.tsx';
import { HistoryStatistics } from './history/HistoryStatistics.tsx';
import styles from './history/history.module.css';
import { type HistoryView, historyViews } from './history/history-place.ts';
import { HistoryImportDialog } from './history/import/HistoryImportDialog.tsx';
import { useHistoryQuery } from './history/use-history-query.ts';

const { permission } = listHistoryRows.access;
const maxChannels = 40;
const screens = { rows: HistoryRows, statistics: HistoryStatistics, completeness: HistoryCompleteness };

/** The stored values of chosen sites as rows, with statistics, completeness, corrections, import and export. */
export default function HistoryScreen() {
  const { t } = useTranslation();
  const session = useSession();
  const [isImporting, setImporting] = useState(false);
  const query = useHistoryQuery();
  const { state, input, place, go, granularity, exceededDays } = query;
  const offered = historyViews.filter(
    (view) => view !== 'completeness' || holdsPermission(session, [listCompletenessDays.access.permission]),
  );
  const view = offered.includes(place.view) ? place.view : 'rows';
  const View = screens[view];
  return (
    <section aria-label={t('data.history.title')} className={frame.screen}>
      <QueryBar
        permission={permission}
        state={state}
        maxSites={maxHistorySites}
        maxChannels={maxChannels}
        hasStep
      >
        <Allowed permission={[importHistory.access.permission]}>
          <Button icon={<UploadOutlined aria-hidden />} onClick={() => setImporting(true)}>
            {t('data.history.import.button')}
          </Button>
        </Allowed>
        <ExportButton endpoint={exportHistory} query={exceededDays === undefined ? input : undefined} />
      </QueryBar>
      <Segmented<HistoryView>
        className={styles.views ?? ''}
        aria-label={t('data.history.view')}
        value={view}
        options={offered.map((value) => ({ value, label: t(`data.history.views.${value}`) }))}
        onChange={(chosen) => go({ view: chosen })}
      />
      {exceededDays !== undefined && view !== 'completeness' ? (
        <TooLongState state={state} granularity={granularity} days={exceededDays} />
      ) : (
        <View {...query} />
      )}
      {isImporting && (
        <HistoryImportDialog
          sites={state.sites ?? []}
          channels={state.channels}
          onClose={() => setImporting(false)}
        />
      )}
    </section>
  );
}
