import {
  ArrowsAltOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EllipsisOutlined,
  FilterOutlined,
  PlusOutlined,
  ReloadOutlined,
  ShrinkOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { canDo, type Resource, type ResourceAction } from '@limpid/contract/kit/resource';
import type { ResourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { hasAnyPermission } from '../../api/session.ts';
import { useWorkFile } from '../../api/work.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { phoneQuery, useMedia } from '../../ui/use-media.ts';
import type { Filter } from '../list-query.ts';
import styles from '../resource.module.css';
import type { ResourceRow } from '../row/row.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import { RefreshCacheButton } from './RefreshCacheButton.tsx';
import type { ColumnChoices } from './use-column-choices.ts';
import type { ResourceList } from './use-resource-list.ts';
import type { RowProtection } from './use-row-actions.ts';
import type { TreeExpansion } from './use-tree-expansion.ts';

export interface ResourceToolbarProps<Row extends ResourceRow> {
  resource: Resource;
  endpoints: ResourceEndpoints;
  list: ResourceList<Row>;
  isKept?: RowProtection<Row> | undefined;
  columns: ColumnChoices;
  isSearchShown: boolean;
  onToggleSearch: () => void;
  /** Undefined if the resource does not have the action. */
  onAdd?: () => void;
  onEdit?: () => void;
  onRemove?: () => void;
  onImport?: () => void;
  tools?: ReactNode;
  /** Further tools; on a phone they are behind “more”, with those of the list, so that the toolbar has one row. */
  moreTools?: ReactNode;
  expansion: TreeExpansion;
}

/** The standard buttons that the resource has and the user may use. */
export function ResourceToolbar<Row extends ResourceRow>(props: ResourceToolbarProps<Row>) {
  const { resource, endpoints, list, expansion } = props;
  const { t } = useTranslation();
  const isFolded = useMedia(phoneQuery) && props.moreTools !== undefined;
  const [isUnfolded, unfold] = useState(false);
  const may = (action: ResourceAction) =>
    canDo(resource, action) && hasAnyPermission(`${resource.permission}:${action}`);
  // Rows of a tree cannot be selected; they have their own actions.
  const isList = resource.tree === undefined;
  const ticked = list.selectedRows.length;
  const isFixed = list.selectedRows.some((row) => props.isKept?.(row) === 'fixed');
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('kit.list.actions')}>
      {may('add') && (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={props.onAdd}>
          {t('kit.list.add')}
        </Button>
      )}
      {isList && may('edit') && (
        <Button icon={<EditOutlined aria-hidden />} disabled={ticked !== 1 || isFixed} onClick={props.onEdit}>
          {t('kit.list.edit')}
        </Button>
      )}
      {isList && may('remove') && (
        <Button danger icon={<DeleteOutlined aria-hidden />} disabled={ticked === 0} onClick={props.onRemove}>
          {t('kit.list.remove')}
        </Button>
      )}
      {may('import') && (
        <Button icon={<UploadOutlined aria-hidden />} onClick={props.onImport}>
          {t('kit.list.import')}
        </Button>
      )}
      {may('export') && <ExportButton endpoints={endpoints} filter={list.effectiveFilter} />}
      {!isList && (
        <Button
          icon={expansion.isAllExpanded ? <ShrinkOutlined aria-hidden /> : <ArrowsAltOutlined aria-hidden />}
          onClick={() => expansion.expandAll(!expansion.isAllExpanded)}
        >
          {expansion.isAllExpanded ? t('kit.tree.collapse') : t('kit.tree.expand')}
        </Button>
      )}
      {resource.cached && <RefreshCacheButton resource={resource} />}
      {props.tools}
      {isFolded && (
        <IconButton
          name={isUnfolded ? t('kit.list.less') : t('kit.list.more')}
          icon={<EllipsisOutlined aria-hidden />}
          aria-expanded={isUnfolded}
          onClick={() => unfold(!isUnfolded)}
        />
      )}
      {(!isFolded || isUnfolded) && (
        <>
          {props.moreTools}
          <div className={styles.toolbarEnd}>
            <IconButton
              name={props.isSearchShown ? t('kit.list.hideSearch') : t('kit.list.showSearch')}
              icon={<FilterOutlined aria-hidden />}
              aria-expanded={props.isSearchShown}
              onClick={props.onToggleSearch}
            />
            <IconButton
              name={t('kit.list.refresh')}
              icon={<ReloadOutlined aria-hidden spin={list.isFetching} />}
              onClick={list.refresh}
            />
            <ColumnChoice columns={props.columns} />
          </div>
        </>
      )}
    </div>
  );
}

function ExportButton({ endpoints, filter }: { endpoints: ResourceEndpoints; filter: Filter }) {
  const { t } = useTranslation();
  const file = useWorkFile(() => call(endpoints.exportWork, { body: filter }));
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={file.isPending} onClick={() => file.mutate()}>
      {t('kit.list.export')}
    </Button>
  );
}
