import { downloadWork, getWork, listWork, removeWork, type WorkRow } from '@limpid/contract/work';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, download } from './call.ts';
import { subscribeLive, useLive, useLiveStatus } from './live/live.ts';
import { getNotifier } from './notifier.ts';

const listKey = [listWork.path];
const firstWaitMs = 150;
const longestWaitMs = 1000;
/** Polls rarely while live messages arrive: one may get lost. */
const longestLiveWaitMs = 5000;

/** While the live connection is open, the server reports progress; otherwise it is polled. */
const isLive = () => useLiveStatus.getState().state === 'open';

/** The user's background work of the last day, updated while some of it is running. */
export function useWorkList() {
  const client = useQueryClient();
  useLive('work', (update) => {
    const isListed = client.getQueryData<WorkRow[]>(listKey)?.some(({ id }) => id === update.id);
    if (!isListed || update.state !== 'running') return void client.invalidateQueries({ queryKey: listKey });
    const { done, total } = update;
    client.setQueryData<WorkRow[]>(listKey, (rows) =>
      rows?.map((row) => (row.id === update.id ? { ...row, done, total } : row)),
    );
  });
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => call(listWork, { quiet: true, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) && !isLive() ? longestWaitMs : false),
  });
}

/** Stops running work, or removes finished work from the list. */
export function useRemoveWork() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removeWork, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  });
}

/** Starts work that makes a file, and saves the file when it is ready. */
export function useWorkFile<Options = void>(start: (options: Options) => Promise<{ id: string }>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (options: Options) => {
      const { id } = await start(options);
      const { state, problem } = await followWork(client, id);
      if (state === 'done') await fetchWorkFile(id);
      else if (problem) getNotifier().error(problem);
    },
  });
}

export function fetchWorkFile(id: string): Promise<void> {
  return download(downloadWork, { params: { id } });
}

/** Resolves when the work is finished, even if its screen was closed meanwhile. */
export async function followWork(
  client: QueryClient,
  id: string,
  onProgress: (row: WorkRow) => void = () => undefined,
): Promise<WorkRow> {
  let wake = () => {};
  const unsubscribe = subscribeLive('work', (update) => update.id === id && wake());
  void client.invalidateQueries({ queryKey: listKey });
  try {
    for (
      let pause = firstWaitMs;
      ;
      pause = Math.min(pause * 1.5, isLive() ? longestLiveWaitMs : longestWaitMs)
    ) {
      await new Promise<void>((next) => {
        wake = next;
        setTimeout(next, pause);
      });
      const row = await call(getWork, { params: { id }, quiet: true });
      onProgress(row);
      if (isRunning(row)) continue;
      void client.invalidateQueries({ queryKey: listKey });
      return row;
    }
  } finally {
    unsubscribe();
  }
}

export function isRunning({ state }: WorkRow): boolean {
  return state === 'running';
}
