import type { Resource } from '@limpid/contract/kit/resource';
import type { ResourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { getNotifier } from '../../api/notifier.ts';
import { useLanguage } from '../use-language.ts';
import { type ResourceRow, rowId, rowName } from './row.ts';

const namesShown = 3;

/** Invalidates all queries under `path` and refetches the visible ones, unless `reread` is false. */
export function invalidatePath(client: QueryClient, path: string, reread = true): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [first] }) => typeof first === 'string' && first.startsWith(path),
    refetchType: reread ? 'active' : 'none',
  });
}

interface SaveOptions {
  resource: Resource;
  endpoints: ResourceEndpoints;
  id: number | undefined;
  onSaved: () => void;
  onError: (error: Error) => void;
}

/** Adds a row, or changes the one with this id. */
export function useSaveRow({ resource, endpoints, id, onSaved, onError }: SaveOptions) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ResourceRow) =>
      id === undefined
        ? call(endpoints.add, { body })
        : call(endpoints.edit, { body: { ...body, [resource.id]: id } }),
    onSuccess() {
      getNotifier().success(id === undefined ? t('kit.form.added') : t('kit.form.saved'));
      void invalidatePath(client, resource.path);
      onSaved();
    },
    onError,
  });
}

/** The part of a list that a removal reads and changes. */
interface ListPage<Row> {
  rows: Row[];
  page: number;
  goTo: (page: number) => void;
  select: (ids: number[]) => void;
}

/** Deletes rows after a confirmation, and shows the previous page if the last one became empty. */
export function useRemoveRows<Row extends ResourceRow>(
  resource: Resource,
  endpoints: Pick<ResourceEndpoints, 'remove'>,
  list: ListPage<Row>,
) {
  const { t, i18n } = useTranslation();
  const language = useLanguage();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: (rows: Row[]) =>
      call(endpoints.remove, { params: { ids: rows.map((row) => rowId(resource, row)).join(',') } }),
    onSuccess(_, rows) {
      getNotifier().success(t('kit.remove.done'));
      const leavesPage = rows.length >= list.rows.length && list.page > 1;
      // Going back fetches the previous page; refetching the empty one would be a wasted query.
      void invalidatePath(client, resource.path, !leavesPage);
      if (leavesPage) list.goTo(list.page - 1);
      else list.select([]);
    },
  });

  return (rows: Row[], warning?: string) => {
    const names = rows
      .slice(0, namesShown)
      .map((row) => t('kit.remove.name', { name: rowName(resource, row, language) }));
    const listed = names.join(t('kit.remove.comma'));
    const more = rows.length - names.length;
    const question = t('kit.remove.question', {
      names: more > 0 ? t('kit.remove.andMore', { names: listed, more }) : listed,
    });
    // An optional note on what is deleted with the row.
    const key = `${resource.texts}.removeNote`;
    const note = warning ?? (i18n.exists(key) ? t(key) : undefined);
    modal.confirm({
      title: t('kit.remove.title'),
      content: note === undefined ? question : t('kit.remove.noted', { question, note }),
      okText: t('kit.remove.confirm'),
      cancelText: t('kit.cancel'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      // Closes in any case: the request layer shows errors.
      onOk: () => new Promise<void>((close) => removal.mutate(rows, { onSettled: () => close() })),
    });
  };
}
