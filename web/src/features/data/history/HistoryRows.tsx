import { correctRange } from '@limpid/contract/data/correction';
import { listHistoryRows } from '@limpid/contract/data/history';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { holdsPermission, useSession } from '../../../api/session.ts';
import { QueryResult } from '../../../query/result/QueryResult.tsx';
import { useAnalysis } from '../../../query/state/use-analysis.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import { type MarkedValues, nameMarked, RangeDialog } from './correct/RangeDialog.tsx';
import { ValueDialog } from './correct/ValueDialog.tsx';
import { HistoryPager } from './HistoryPager.tsx';
import { HistoryTable, type PlacedRow } from './HistoryTable.tsx';
import styles from './history.module.css';
import type { HistoryPlace } from './history-place.ts';
import { JumpToTime } from './JumpToTime.tsx';
import type { MarkedBox } from './marks/cell-marks.ts';
import { type CellMarks, clearMarks, useCellMarks } from './marks/use-cell-marks.ts';
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
      {(page) =>
        isBeyond(page, place) ? (
          <EmptyState
            title={t('data.history.noPage')}
            hint={t('data.history.noPageHint')}
            action={<Button onClick={() => query.go({ page: 1 })}>{t('data.history.firstPage')}</Button>}
          />
        ) : (
          <RowsPage key={nameRows(page)} page={page} query={query} />
        )
      }
    </QueryResult>
  );
}

/** A value, or what to correct together: marked values, or a period that the person names. */
type Opened = { row: PlacedRow; channel: Channel } | { marked: MarkedValues | undefined };

function RowsPage({ page, query }: { page: Page; query: HistoryQuery }) {
  const { t } = useTranslation();
  const { state, shown, granularity, place, go } = query;
  const session = useSession();
  const mayEdit = holdsPermission(session, [correctRange.access.permission]);
  // Checkboxes would leave no room for values; a period can still be named.
  const canMark = !useMedia(phoneQuery) && mayEdit;
  const [ids, setIds] = useState<readonly number[]>([]);
  const [opened, setOpened] = useState<Opened>();
  const marks = useCellMarks();
  const sites = state.sites ?? [];
  const rows = page.rows.map((row, number) => ({ ...row, place: number }));
  const shared = { sites, channels: shown, granularity };

  function readMarked(box: MarkedBox | undefined): MarkedValues | undefined {
    if (!box) return ids.length > 0 ? { rows: rows.filter((row) => ids.includes(row.place)) } : undefined;
    const { first, last } = box;
    return {
      rows: rows.slice(first.row, last.row + 1),
      channels: shown.slice(first.column, last.column + 1),
    };
  }

  /** The channels that sites do not have, each with its sites unless all of them lack it. */
  function nameAbsent(absent: Page['absent']): string {
    const nameOf = (siteId: number) => sites.find((site) => site.siteId === siteId)?.siteName ?? '';
    return shown
      .flatMap(({ code, name }) => {
        const lacking = absent.filter(({ channel }) => channel === code).map(({ siteId }) => nameOf(siteId));
        if (lacking.length === 0) return [];
        return [lacking.length === sites.length ? name : `${name} (${lacking.join(', ')})`];
      })
      .join(' · ');
  }

  function open(row: PlacedRow, channel: Channel): void {
    const { box } = marks.getState();
    // A click has removed the marks; the Enter key has not.
    setOpened(box ? { marked: readMarked(box) } : { row, channel });
  }

  function close(): void {
    setOpened(undefined);
    setIds([]);
    clearMarks(marks);
  }

  return (
    <div className={styles.rows}>
      <div className={styles.toolbar}>
        <JumpToTime
          range={state.range}
          zone={state.zone}
          onJump={(ts) => go({ page: 1, cursor: { ts, direction: 'older' } })}
        />
        {mayEdit && (
          <CorrectButton marks={marks} readMarked={readMarked} onOpen={(marked) => setOpened({ marked })} />
        )}
      </div>
      <p className={styles.legend}>
        <span>{t('data.history.legend')}</span>
        {canMark && <span>{t('data.history.correct.markHint')}</span>}
      </p>
      {page.absent.length > 0 && (
        <Alert type="info" showIcon title={t('data.history.absent', { names: nameAbsent(page.absent) })} />
      )}
      <HistoryTable
        {...shared}
        rows={rows}
        selection={
          canMark
            ? {
                ids,
                onChange(ticked) {
                  clearMarks(marks);
                  setIds(ticked);
                },
              }
            : undefined
        }
        marks={canMark ? marks : undefined}
        onMark={() => ids.length > 0 && setIds([])}
        empty={<EmptyState title={t('data.history.empty')} hint={t('data.history.emptyHint')} />}
        onOpen={open}
      />
      <HistoryPager page={page} place={place} go={go} />
      {opened && <OpenedDialog opened={opened} query={query} mayEdit={mayEdit} onClose={close} />}
    </div>
  );
}

interface CorrectButtonProps {
  marks: CellMarks;
  readMarked: (box: MarkedBox | undefined) => MarkedValues | undefined;
  onOpen: (marked: MarkedValues | undefined) => void;
}

/** Says what is marked; it follows the marks alone, so that the table is not rendered while they grow. */
function CorrectButton({ marks, readMarked, onOpen }: CorrectButtonProps) {
  const { t } = useTranslation();
  const marked = readMarked(marks(({ box }) => box));
  return (
    <>
      <Button onClick={() => onOpen(marked)}>
        {marked ? nameMarked(marked, t) : t('data.history.correct.range')}
      </Button>
      <output className="visually-hidden">{marked && nameMarked(marked, t)}</output>
    </>
  );
}

interface OpenedDialogProps {
  opened: Opened;
  query: HistoryQuery;
  mayEdit: boolean;
  onClose: () => void;
}

function OpenedDialog({ opened, query, mayEdit, onClose }: OpenedDialogProps) {
  const { state, shown, granularity } = query;
  const sites = state.sites ?? [];
  if ('marked' in opened)
    return (
      <RangeDialog
        sites={sites}
        channels={shown}
        granularity={granularity}
        range={state.range}
        marked={opened.marked}
        onClose={onClose}
      />
    );
  const site = sites.find(({ siteId }) => siteId === opened.row.siteId);
  if (!site) return null;
  return (
    <ValueDialog {...opened} site={site} granularity={granularity} mayEdit={mayEdit} onClose={onClose} />
  );
}

/** An address may name a page that no longer exists. */
function isBeyond({ rows, total }: Page, { page, cursor }: HistoryPlace): boolean {
  return rows.length === 0 && page > 1 && cursor === undefined && total !== 0;
}

function nameRows({ rows }: Page): string {
  return [rows[0], rows.at(-1)].map((row) => `${row?.siteId} ${row?.ts}`).join(' ');
}

function writePlace({ page, size, cursor }: HistoryPlace) {
  if (!cursor) return { pageNum: page, pageSize: size };
  const { ts, siteId, direction } = cursor;
  return { cursor: ts, ...(siteId && { cursorSite: siteId }), direction, pageSize: size };
}
