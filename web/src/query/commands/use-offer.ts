import { deviceLog } from '@limpid/contract/device/device-log';
import { equipment } from '@limpid/contract/device/equipment';
import {
  type BatchDevice,
  getBatch,
  type OfferedCommand,
  offerCommands,
} from '@limpid/contract/device/offer';
import { cancelCommand } from '@limpid/contract/device/order';
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { useLive, useLiveStatus } from '../../api/live/live.ts';
import { useReconnect } from '../../api/live/live-sites.ts';
import { runOnceMore } from '../../lib/run-once-more.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';
import { isCommandOpen } from './command-state.ts';
import { orderEndpoints } from './may-order.ts';

const unpushedMs = 1000;
/** A message may get lost, and what the server gives up by itself is not announced. */
const liveMs = 5000;

/** What can be ordered for these devices. */
export function useOffer(siteIds: readonly number[]) {
  return useQuery({
    queryKey: [offerCommands.path, siteIds],
    queryFn: ({ signal }) => call(offerCommands, { query: { siteIds: [...siteIds] }, signal, quiet: true }),
    retry: false,
  });
}

export interface OrderFacts {
  command: OfferedCommand;
  siteIds: readonly number[];
  values: Record<string, string>;
  waitHours: number | undefined;
  confirmed: number | undefined;
  /** The person was warned that the platform applies K and B too. */
  correctsTwice: boolean;
}

/** Orders a command; the answer has the id of the batch. */
export function useOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ command, siteIds, values, waitHours, confirmed, correctsTwice }: OrderFacts) =>
      call(orderEndpoints[command.action], {
        body: {
          commandId: command.commandId,
          siteIds: [...siteIds],
          values,
          ...(waitHours !== undefined && { waitHours }),
          ...(confirmed !== undefined && { confirmed }),
          ...(correctsTwice && { correctsTwice }),
        },
      }),
    onSettled: () => invalidatePath(client, equipment.path),
  });
}

/**
 * The devices of an order with their states until all have ended: read again when the server announces progress, and
 * after a lost connection.
 */
export function useBatch(batchId: string) {
  const client = useQueryClient();
  const isLive = useLiveStatus(({ state }) => state === 'open');
  const batch = useQuery({
    queryKey: [getBatch.path, batchId],
    queryFn: ({ signal }): Promise<BatchDevice[]> =>
      call(getBatch, { params: { batchId }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      !state.data || state.data.some((one) => isCommandOpen(one.state))
        ? isLive
          ? liveMs
          : unpushedMs
        : false,
  });
  const [reread] = useState(() =>
    runOnceMore(() => client.refetchQueries({ queryKey: [getBatch.path, batchId] })),
  );
  useLive('deviceOrder', (order) => order.batchId === batchId && reread());
  useReconnect(reread);
  const hasEnded = batch.data?.every((one) => !isCommandOpen(one.state)) ?? false;
  // What devices have answered is also on their page and in the log.
  useEffect(() => {
    if (hasEnded) void invalidateDevices(client);
  }, [client, hasEnded]);
  return batch;
}

export function useCancelCommand() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(cancelCommand, { params: { id } }),
    onSettled: () => invalidateDevices(client),
  });
}

function invalidateDevices(client: QueryClient): Promise<unknown> {
  return Promise.all([equipment, deviceLog].map(({ path }) => invalidatePath(client, path)));
}
