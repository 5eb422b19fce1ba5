import type { Endpoint } from '@limpid/contract/kit/endpoint';
import type { TreeNode, treeReply } from '@limpid/contract/kit/tree';
import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';

type TreeEndpoint = Endpoint & { reply: typeof treeReply };

interface TreePickerProps {
  endpoint: TreeEndpoint;
  /** Parameters of the endpoint's path. */
  params?: Record<string, unknown>;
  /** Label of the top level, which has the id 0; without it the top level is not offered. */
  rootLabel?: string;
  allowClear?: boolean;
  placeholder?: string;
  'aria-label'?: string;
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  disabled?: boolean;
}

/** Chooses one node of a tree. The form item provides value and change handler. */
export function TreePicker({ endpoint, params, rootLabel, value, onChange, ...control }: TreePickerProps) {
  const { t } = useTranslation();
  const tree = useQuery({
    queryKey: [endpoint.path, params],
    queryFn: ({ signal }) => call(endpoint, { params: params ?? {}, signal }),
  });
  const nodes = tree.data ?? [];
  const offered: TreeNode[] =
    rootLabel === undefined ? nodes : [{ id: 0, label: rootLabel, children: nodes }];
  return (
    <TreeSelect
      // While the names are loading, the bare id would be shown.
      value={tree.data ? value : undefined}
      treeData={offered}
      fieldNames={{ label: 'label', value: 'id', children: 'children' }}
      showSearch={{ treeNodeFilterProp: 'label' }}
      loading={tree.isPending}
      treeDefaultExpandedKeys={offered.map(({ id }) => id)}
      notFoundContent={tree.isError ? t('kit.states.listFailed') : undefined}
      onChange={(id) => onChange?.(id ?? null)}
      {...control}
    />
  );
}
