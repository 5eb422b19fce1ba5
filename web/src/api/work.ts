import { downloadWork, getWork, listWork, removeWork, type WorkRow } from '@limpid/contract/work';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, download } from './call.ts';

const listKey = [listWork.path];
const firstLook = 150;
const longestWait = 1000;

/** One's own work of the last day; asked for again and again only while some of it is running. */
export function useWorkList() {
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => call(listWork, { quiet: true, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? longestWait : false),
  });
}

/** Stops work that runs; forgets work that is over. */
export function useRemoveWork() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removeWork, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: listKey }),
  });
}

export function fetchWorkFile(id: string): Promise<void> {
  return download(downloadWork, { params: { id } });
}

/** Looks after work until it is over, however often its screen comes and goes; short work is over at once. */
export async function followWork(
  client: QueryClient,
  id: string,
  onProgress: (row: WorkRow) => void = () => undefined,
): Promise<WorkRow> {
  void client.invalidateQueries({ queryKey: listKey });
  for (let pause = firstLook; ; pause = Math.min(pause * 1.5, longestWait)) {
    await new Promise((next) => setTimeout(next, pause));
    const row = await call(getWork, { params: { id }, quiet: true });
    onProgress(row);
    if (isRunning(row)) continue;
    void client.invalidateQueries({ queryKey: listKey });
    return row;
  }
}

export function isRunning({ state }: WorkRow): boolean {
  return state === 'running';
}
