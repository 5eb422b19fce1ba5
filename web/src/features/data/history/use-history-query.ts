import { listHistoryRows, maxHistoryDays, maxHistorySites } from '@limpid/contract/data/history';
import { DAY_MS } from '@limpid/contract/durations';
import type { Input } from '@limpid/contract/kit/endpoint';
import { indexCode } from '@limpid/contract/map/indices';
import { useSearchParams } from 'react-router';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import type { ListedChannel } from '../../../query/channel/read-channel.ts';
import { resolveStep } from '../../../query/state/period.ts';
import { type Query, writeQuery } from '../../../query/state/query.ts';
import { type QueryState, useQueryState } from '../../../query/state/use-query-state.ts';
import { type HistoryPlace, readHistoryPlace, writeHistoryPlace } from './history-place.ts';

const { permission } = listHistoryRows.access;
type RowsInput = Input<typeof listHistoryRows>['query'];

/** The sites, channels, step and period that endpoints of the history take. */
type HistoryInput = Pick<RowsInput, 'siteIds' | 'channels' | 'granularity' | 'from' | 'to' | 'index'>;

export interface HistoryQuery {
  /** With the channels that are shown; a change of the query returns to the first page. */
  state: QueryState;
  shown: readonly ListedChannel[];
  /** Undefined while the query is incomplete. */
  input: HistoryInput | undefined;
  granularity: HistoryInput['granularity'];
  /** The longest period with this step, if the chosen one is longer. */
  exceededDays: number | undefined;
  place: HistoryPlace;
  go: (part: Partial<HistoryPlace>) => void;
  /** Shows the rows of these days, both included. */
  openDays: (fromDay: string, toDay: string) => void;
}

/** The query and the page of the screen, both in the address. Without chosen channels, those of the map are shown. */
export function useHistoryQuery(): HistoryQuery {
  const [address, setAddress] = useSearchParams();
  const state = useQueryState(permission, maxHistorySites);
  const { query, range, sites, channels } = state;
  const [{ index }] = useIndexPreference();
  const place = readHistoryPlace(address);
  const chosen = query.channels.flatMap((code) => channels.find((channel) => channel.code === code) ?? []);
  const shown = chosen.length > 0 ? chosen : channels.filter(({ isOnMap }) => isOnMap);
  const granularity = resolveStep(query.step, range);
  const siteIds = sites?.map(({ siteId }) => siteId) ?? [];
  const codes = shown.map(({ code }) => code);
  const ask = (part: Partial<Query>, view = place.view) => {
    const asked = { ...query, ...part };
    // The rows have the index anyway; other screens still show it.
    const index = state.askedChannels.filter((code) => code === indexCode);
    const next = writeQuery({ ...asked, channels: [...asked.channels, ...index] }, address);
    setAddress(writeHistoryPlace({ ...place, view, page: 1, cursor: undefined }, next), { replace: true });
  };
  const days = maxHistoryDays[granularity];
  const isComplete = siteIds.length > 0 && codes.length > 0 && range.from < range.to;
  return {
    state: {
      ...state,
      query: { ...query, channels: codes },
      change: (part) => ask(part),
    },
    shown,
    input: isComplete ? { siteIds, channels: codes, granularity, ...range, index } : undefined,
    granularity,
    exceededDays: range.to - range.from > days * DAY_MS ? days : undefined,
    place,
    openDays: (fromDay, toDay) => ask({ period: { fromDay, toDay } }, 'rows'),
    go: (part) => setAddress(writeHistoryPlace({ ...place, ...part }, address), { replace: true }),
  };
}
