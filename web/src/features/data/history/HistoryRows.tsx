import { correctRange } from '@limpid/contract/data/correction';
import { listHistoryRows } from '@limpid/contract/data/history';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { QueryResult } from '../../../query/QueryResult.tsx';
import { useAnalysis } from '../../../query/use-analysis.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import { RangeDialog } from './correct/RangeDialog.tsx';
import { ValueDialog } from './correct/ValueDialog.tsx';
import { HistoryPager } from './HistoryPager.tsx';
import { HistoryTable, type PlacedRow } from './HistoryTable.tsx';
import styles from './history.module.css';
import type { HistoryPlace } from './history-place.ts';
import { JumpToTime } from './JumpToTime.tsx';
import type { HistoryQuery } from './use-history-query.ts';

type Page = ReplyValue<(typeof listHistoryRows)['reply']>;

/** The rows of the query with their pager. */
export function HistoryRows(query: HistoryQuery) {
  const { t } = useTranslation();
  const { state, input, place } = query;
  const result = useAnalysis(listHistoryRows, input && { ...input, ...writePlace(place) });
  return (
    <QueryResult state={state} result={result} siteHint={t('data.history.noSiteHint')} needsChannel={false}>
      {/* Marks belong to the rows of one page. */}
      {(page) => <RowsPage key={nameRows(page)} page={page} query={query} />}
    </QueryResult>
  );
}

type Opened = { row: PlacedRow; channel: Channel } | 'range' | 'marked';

function RowsPage({ page, query }: { page: Page; query: HistoryQuery }) {
  const { t } = useTranslation();
  const { state, shown, granularity, place, go } = query;
  const session = useSession();
  const mayEdit = holdsPermission(session, [correctRange.access.permission]);
  // Checkboxes would leave no room for values; a period can still be named.
  const isPhone = useMedia(phoneQuery);
  const [ids, setIds] = useState<readonly number[]>([]);
  const [opened, setOpened] = useState<Opened>();
  const sites = state.sites ?? [];
  const rows = page.rows.map((row, number) => ({ ...row, place: number }));
  const close = () => setOpened(undefined);
  const site = typeof opened === 'object' && sites.find(({ siteId }) => siteId === opened.row.siteId);
  const shared = { sites, channels: shown, granularity };
  return (
    <div className={styles.rows}>
      <div className={styles.toolbar}>
        <JumpToTime
          range={state.range}
          zone={state.zone}
          onJump={(ts) => go({ page: 1, cursor: { ts, direction: 'older' } })}
        />
        {mayEdit && (
          <Button onClick={() => setOpened(ids.length > 0 ? 'marked' : 'range')}>
            {ids.length > 0
              ? t('data.history.correct.marked', { count: ids.length })
              : t('data.history.correct.range')}
          </Button>
        )}
        <span className={styles.toolbarEnd}>{t('data.history.legend')}</span>
      </div>
      <HistoryTable
        {...shared}
        rows={rows}
        selection={mayEdit && !isPhone ? { ids, onChange: setIds } : undefined}
        empty={<EmptyState title={t('data.history.empty')} hint={t('data.history.emptyHint')} />}
        onOpen={(row, channel) => setOpened({ row, channel })}
      />
      <HistoryPager page={page} place={place} go={go} />
      {typeof opened === 'object' && site && (
        <ValueDialog {...opened} site={site} granularity={granularity} mayEdit={mayEdit} onClose={close} />
      )}
      {typeof opened === 'string' && (
        <RangeDialog
          {...shared}
          range={state.range}
          marked={opened === 'marked' ? rows.filter((row) => ids.includes(row.place)) : []}
          onClose={() => {
            close();
            setIds([]);
          }}
        />
      )}
    </div>
  );
}

function nameRows({ rows }: Page): string {
  return [rows[0], rows.at(-1)].map((row) => `${row?.siteId} ${row?.ts}`).join(' ');
}

function writePlace({ page, size, cursor }: HistoryPlace) {
  if (!cursor) return { pageNum: page, pageSize: size };
  const { ts, siteId, direction } = cursor;
  return { cursor: ts, ...(siteId && { cursorSite: siteId }), direction, pageSize: size };
}
