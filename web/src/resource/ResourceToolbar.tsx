import {
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  FilterOutlined,
  PlusOutlined,
  ReloadOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import type { Resource } from '@limpid/contract/kit/resource';
import type { ResourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../api/Allowed.tsx';
import { call } from '../api/call.ts';
import { getNotifier } from '../api/notifier.ts';
import { fetchWorkFile, followWork } from '../api/work.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { RefreshCacheButton } from './RefreshCacheButton.tsx';
import styles from './resource.module.css';
import type { ColumnChoices } from './use-column-choices.ts';
import type { Filter, ResourceList } from './use-resource-list.ts';

interface ResourceToolbarProps {
  resource: Resource;
  endpoints: ResourceEndpoints;
  list: ResourceList;
  columns: ColumnChoices;
  isSearchShown: boolean;
  onToggleSearch: () => void;
  onAdd: () => void;
  onEdit: () => void;
  onRemove: () => void;
  onImport: () => void;
}

export function ResourceToolbar(props: ResourceToolbarProps) {
  const { resource, endpoints, list } = props;
  const { permission } = resource;
  const { t } = useTranslation();
  const ticked = list.selectedRows.length;
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('kit.list.actions')}>
      <Allowed permission={[`${permission}:add`]}>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={props.onAdd}>
          {t('kit.list.add')}
        </Button>
      </Allowed>
      <Allowed permission={[`${permission}:edit`]}>
        <Button icon={<EditOutlined aria-hidden />} disabled={ticked !== 1} onClick={props.onEdit}>
          {t('kit.list.edit')}
        </Button>
      </Allowed>
      <Allowed permission={[`${permission}:remove`]}>
        <Button danger icon={<DeleteOutlined aria-hidden />} disabled={ticked === 0} onClick={props.onRemove}>
          {t('kit.list.remove')}
        </Button>
      </Allowed>
      <Allowed permission={[`${permission}:import`]}>
        <Button icon={<UploadOutlined aria-hidden />} onClick={props.onImport}>
          {t('kit.list.import')}
        </Button>
      </Allowed>
      <Allowed permission={[`${permission}:export`]}>
        <ExportButton endpoints={endpoints} filter={list.wholeFilter} />
      </Allowed>
      {resource.cached && <RefreshCacheButton resource={resource} />}
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
    </div>
  );
}

function ExportButton({ endpoints, filter }: { endpoints: ResourceEndpoints; filter: Filter }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const file = useMutation({
    mutationFn: async () => {
      const { id } = await call(endpoints.exportWork, { body: filter });
      const { state, problem } = await followWork(client, id);
      if (state === 'done') await fetchWorkFile(id);
      else if (problem) getNotifier().error(problem);
    },
  });
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={file.isPending} onClick={() => file.mutate()}>
      {t('kit.list.export')}
    </Button>
  );
}
