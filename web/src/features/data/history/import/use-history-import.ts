import {
  type HistoryImportReport,
  type ImportPreview,
  importHistory,
  previewHistoryImport,
} from '@limpid/contract/data/history-import';
import type { ImportMapping } from '@limpid/contract/data/import-mapping';
import type { Input } from '@limpid/contract/kit/endpoint';
import type { WorkRow } from '@limpid/contract/work';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { followWork, useRemoveWork } from '../../../../api/work.ts';
import { invalidatePath } from '../../../../resource/row/use-resource-writes.ts';

type ImportInput = Input<typeof importHistory>;

/** How the person wants a file to be read. */
export type ImportChoices = ImportInput['query'] & { mapping: ImportMapping | undefined };

function toInput(file: File, { mapping, ...query }: ImportChoices) {
  return { file, query, body: mapping ? { mapping } : {}, quiet: true };
}

/** What an import of the file would do, again after each choice. */
export function useImportPreview(file: File | undefined, choices: ImportChoices) {
  return useQuery<ImportPreview>({
    queryKey: [previewHistoryImport.path, file?.name, file?.size, file?.lastModified, choices],
    queryFn: ({ signal }) =>
      file ? call(previewHistoryImport, { ...toInput(file, choices), signal }) : Promise.reject(new Error()),
    enabled: file !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Starts the import and follows it; it continues when the dialog is closed. */
export function useHistoryImport() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [progress, setProgress] = useState<WorkRow>();
  const removal = useRemoveWork();
  const sending = useMutation({
    mutationFn: async ({ file, choices }: { file: File; choices: ImportChoices }) => {
      setProgress(undefined);
      const { id } = await call(importHistory, toInput(file, choices));
      const row = await followWork(client, id, setProgress);
      if (row.state !== 'done') throw new Error(row.problem ?? t('kit.import.stopped'));
      // The endpoint returns a report of this type.
      return { id, report: row.report as HistoryImportReport };
    },
    onSettled: () =>
      Promise.all(['/data/', '/analysis/', '/log/'].map((path) => invalidatePath(client, path))),
  });
  return { sending, progress, stop: () => progress && removal.mutate(progress.id) };
}
