import type { Resource } from '@limpid/contract/kit/resource';
import { useTranslation } from 'react-i18next';
import { hasPermission } from '../api/session.ts';
import type { RowAction } from './RowActions.tsx';
import { type ResourceRow, rowId } from './row.ts';

interface RowVerbs {
  edit: (id: number) => void;
  remove: (rows: ResourceRow[]) => void;
  isKept?: ((row: ResourceRow) => boolean) | undefined;
}

/** What this person may do with a row; undefined when there is nothing. */
export function useRowActions(resource: Resource, { edit, remove, isKept }: RowVerbs) {
  const { t } = useTranslation();
  const mayEdit = hasPermission(`${resource.permission}:edit`);
  const mayRemove = hasPermission(`${resource.permission}:remove`);
  if (!mayEdit && !mayRemove) return undefined;
  return (row: ResourceRow): RowAction[] => {
    const actions: RowAction[] = [];
    if (mayEdit)
      actions.push({ key: 'edit', text: t('kit.list.edit'), run: () => edit(rowId(resource, row)) });
    if (mayRemove && !isKept?.(row))
      actions.push({ key: 'remove', text: t('kit.list.remove'), run: () => remove([row]) });
    return actions;
  };
}
