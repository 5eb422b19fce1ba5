import { canDo, type Resource } from '@limpid/contract/kit/resource';
import { useTranslation } from 'react-i18next';
import { hasPermission } from '../api/session.ts';
import type { RowAction } from './RowActions.tsx';
import { type ResourceRow, rowId } from './row.ts';

interface RowVerbs {
  edit: (id: number) => void;
  addBelow: (id: number) => void;
  remove: (rows: ResourceRow[]) => void;
  isKept?: ((row: ResourceRow) => boolean) | undefined;
  more?: ((row: ResourceRow) => RowAction[]) | undefined;
}

/** What this person may do with a row; undefined when there is nothing. */
export function useRowActions(resource: Resource, { edit, addBelow, remove, isKept, more }: RowVerbs) {
  const { t } = useTranslation();
  const may = (action: 'add' | 'edit' | 'remove') =>
    canDo(resource, action) && hasPermission(`${resource.permission}:${action}`);
  const mayAddBelow = resource.tree !== undefined && may('add');
  if (!may('edit') && !may('remove') && !mayAddBelow && !more) return undefined;
  return (row: ResourceRow): RowAction[] => {
    const id = rowId(resource, row);
    const actions: RowAction[] = [];
    if (may('edit')) actions.push({ key: 'edit', text: t('kit.list.edit'), run: () => edit(id) });
    if (mayAddBelow) actions.push({ key: 'below', text: t('kit.tree.addBelow'), run: () => addBelow(id) });
    actions.push(...(more?.(row) ?? []));
    if (may('remove') && !isKept?.(row))
      actions.push({ key: 'remove', text: t('kit.list.remove'), run: () => remove([row]) });
    return actions;
  };
}
