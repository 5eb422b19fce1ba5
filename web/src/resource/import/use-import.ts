import type { Resource } from '@limpid/contract/kit/resource';
import type { ImportReport, ResourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { WorkRow } from '@limpid/contract/work';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { followWork, useRemoveWork } from '../../api/work.ts';
import { invalidatePath } from '../row/use-resource-writes.ts';

/** Uploads a sheet and follows its import, which continues when the dialog is closed. */
export function useImport(resource: Resource, endpoints: ResourceEndpoints) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [progress, setProgress] = useState<WorkRow>();
  const removal = useRemoveWork();
  const sending = useMutation({
    mutationFn: async ({ sheet, update }: { sheet: File; update: boolean }) => {
      setProgress(undefined);
      const { id } = await call(endpoints.importWork, {
        file: sheet,
        query: { updateSupport: String(update) },
      });
      const row = await followWork(client, id, setProgress);
      if (row.state !== 'done') throw new Error(row.problem ?? t('kit.import.stopped'));
      // The endpoint returns a report of this type.
      return { id, report: row.report as ImportReport };
    },
    onSettled: () => invalidatePath(client, resource.path),
  });
  return { sending, progress, stop: () => progress && removal.mutate(progress.id) };
}
