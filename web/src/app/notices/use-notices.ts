import { MINUTE_MS } from '@limpid/contract/durations';
import {
  listOpenNotices,
  listTopNotices,
  markAllNoticesRead,
  markNoticeRead,
} from '@limpid/contract/system/notice';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useLive } from '../../api/live/live.ts';

const noticesKey = '/system/notice/news';
/** Polling for browsers without a live connection. */
const lookAgainMs = 5 * MINUTE_MS;

/** The newest notices and the number of unread ones, updated when notices change. */
export function useTopNotices() {
  const client = useQueryClient();
  useLive('notice', () => void client.invalidateQueries({ queryKey: [noticesKey] }));
  return useQuery({
    queryKey: [noticesKey, 'top'],
    queryFn: ({ signal }) => call(listTopNotices, { quiet: true, signal }),
    refetchInterval: lookAgainMs,
  });
}

export const noticePageSize = 10;

export function useNoticePage(pageNum: number, isWanted: boolean) {
  return useQuery({
    queryKey: [noticesKey, 'page', pageNum],
    queryFn: ({ signal }) => call(listOpenNotices, { query: { pageNum, pageSize: noticePageSize }, signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
}

/** Marks one notice, or all of them, as read. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (noticeId: number | 'all') =>
      noticeId === 'all'
        ? call(markAllNoticesRead, { quiet: true })
        : call(markNoticeRead, { query: { noticeId }, quiet: true }),
    onSettled: () => client.invalidateQueries({ queryKey: [noticesKey] }),
  });
}
