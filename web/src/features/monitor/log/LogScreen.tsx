import type { Resource } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../../../api/session.ts';
import type { RowAction } from '../../../resource/list/RowActions.tsx';
import type { ColumnLayout } from '../../../resource/list/use-column-choices.ts';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import type { Filter } from '../../../resource/list-query.ts';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { rowId } from '../../../resource/row/row.ts';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { CleanButton } from './CleanButton.tsx';
import { LogDetail } from './LogDetail.tsx';

interface LogScreenProps<R extends Resource> {
  resource: R;
  /** Values that all entries of this screen share. */
  fixedFilter?: Filter;
  /** Shown above the search. */
  heading?: ReactNode;
  /** The columns of the list and their widths, if not those of the resource. */
  columns?: ColumnLayout;
  /** Custom cells of the list and of the details. */
  cells?: Cells<R>;
  detailCells?: Cells<R>;
  /** Further actions of an entry. */
  actions?: ((row: RowOf<R>) => RowAction[]) | undefined;
  /** Further buttons, for the selected entries. */
  tools?: ((selected: RowOf<R>[]) => ReactNode) | undefined;
  /** Further actions in the details of an entry. */
  footer?: ((row: RowOf<R>) => ReactNode) | undefined;
}

/** A log: read-only entries with details, and a button to clear it. */
export function LogScreen<R extends Resource>(props: LogScreenProps<R>) {
  const { resource, fixedFilter, heading, cells, actions, tools } = props;
  const { t } = useTranslation();
  const { show, hide, open, subject, turn } = useDialog<number>();
  const mayLook = hasAnyPermission(`${resource.permission}:query`);

  function listActions(row: RowOf<R>): RowAction[] {
    const look = { key: 'detail', text: t('monitor.log.detail'), run: () => show(rowId(resource, row)) };
    return [...(mayLook ? [look] : []), ...(actions?.(row) ?? [])];
  }

  return (
    <>
      <ResourceScreen
        resource={resource}
        fixedFilter={fixedFilter}
        heading={heading}
        columns={props.columns}
        cells={cells}
        tools={(selected) => (
          <>
            <CleanButton resource={resource} />
            {tools?.(selected)}
          </>
        )}
        rowActions={mayLook || actions ? listActions : undefined}
      />
      <LogDetail
        key={turn}
        resource={resource}
        open={open}
        id={subject}
        onClose={hide}
        cells={props.detailCells}
        footer={props.footer}
      />
    </>
  );
}
