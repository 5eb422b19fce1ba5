import { canDo, type Resource } from '@limpid/contract/kit/resource';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../../api/session.ts';
import { type ResourceRow, rowId } from '../row/row.ts';
import type { RowAction } from './RowActions.tsx';

/** True if a row cannot be deleted, 'fixed' if it cannot be changed either. */
export type RowProtection<Row> = (row: Row) => boolean | 'fixed';

interface RowActionHandlers<Row> {
  edit: (id: number) => void;
  addBelow: (id: number) => void;
  remove: (rows: Row[]) => void;
  isKept?: RowProtection<Row> | undefined;
  more?: ((row: Row) => RowAction[]) | undefined;
}

const may = (resource: Resource, action: 'add' | 'edit' | 'remove') =>
  canDo(resource, action) && hasAnyPermission(`${resource.permission}:${action}`);

/** Selected rows are edited and deleted by the toolbar; rows of a tree have only their own actions. */
export function canSelectRows(resource: Resource): boolean {
  return resource.tree === undefined && (may(resource, 'edit') || may(resource, 'remove'));
}

/** The permitted actions of a row; undefined if there are none. */
export function useRowActions<Row extends ResourceRow>(resource: Resource, handlers: RowActionHandlers<Row>) {
  const { edit, addBelow, remove, isKept, more } = handlers;
  const { t } = useTranslation();
  const mayEdit = may(resource, 'edit');
  const mayRemove = may(resource, 'remove');
  const mayAddBelow = resource.tree !== undefined && may(resource, 'add');
  if (!mayEdit && !mayRemove && !mayAddBelow && !more) return undefined;
  return (row: Row): RowAction[] => {
    const id = rowId(resource, row);
    const actions: RowAction[] = [];
    const kept = isKept?.(row);
    if (mayEdit && kept !== 'fixed')
      actions.push({ key: 'edit', text: t('kit.list.edit'), run: () => edit(id) });
    if (mayAddBelow) actions.push({ key: 'below', text: t('kit.tree.addBelow'), run: () => addBelow(id) });
    actions.push(...(more?.(row) ?? []));
    if (mayRemove && !kept)
      actions.push({ key: 'remove', text: t('kit.list.remove'), run: () => remove([row]) });
    return actions;
  };
}
