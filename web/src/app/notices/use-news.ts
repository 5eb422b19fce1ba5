import {
  listOpenNotices,
  listTopNotices,
  markAllNoticesRead,
  markNoticeRead,
} from '@limpid/contract/system/notice';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useLive } from '../../api/live/live.ts';

const newsKey = '/system/notice/news';
/** For those who hear nothing by themselves. */
const lookAgainMs = 5 * 60_000;

/** The newest notices and how many are unread, brought up to date whenever notices change. */
export function useNews() {
  const client = useQueryClient();
  useLive('notice', () => void client.invalidateQueries({ queryKey: [newsKey] }));
  return useQuery({
    queryKey: [newsKey, 'top'],
    queryFn: ({ signal }) => call(listTopNotices, { quiet: true, signal }),
    refetchInterval: lookAgainMs,
  });
}

export const newsPageSize = 10;

export function useNewsPage(pageNum: number, isWanted: boolean) {
  return useQuery({
    queryKey: [newsKey, 'page', pageNum],
    queryFn: ({ signal }) => call(listOpenNotices, { query: { pageNum, pageSize: newsPageSize }, signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  });
}

/** One notice, or all of them, has been read. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (noticeId: number | 'all') =>
      noticeId === 'all'
        ? call(markAllNoticesRead, { quiet: true })
        : call(markNoticeRead, { query: { noticeId }, quiet: true }),
    onSettled: () => client.invalidateQueries({ queryKey: [newsKey] }),
  });
}
