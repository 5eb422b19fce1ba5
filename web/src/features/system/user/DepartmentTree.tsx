import { SearchOutlined } from '@ant-design/icons';
import type { TreeNode } from '@limpid/contract/kit/tree';
import { deptTree } from '@limpid/contract/system/department';
import { countUsers } from '@limpid/contract/system/user';
import { useQuery } from '@tanstack/react-query';
import { Empty, Input, Skeleton, Tree } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { filterTree, listNodeIds } from '../role/check-tree.ts';
import { sumCounts } from './department-counts.ts';
import styles from './user.module.css';

interface DepartmentTreeProps {
  chosen: number | undefined;
  /** Undefined for all departments. */
  onChoose: (department: { id: number; label: string } | undefined) => void;
}

/** The departments with their numbers of users; a click filters the list of users. */
export function DepartmentTree({ chosen, onChoose }: DepartmentTreeProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<number[]>();
  const tree = useQuery({
    queryKey: [deptTree.path],
    queryFn: ({ signal }) => call(deptTree, { signal, quiet: true }),
  });
  const { data: counts } = useQuery({
    queryKey: [countUsers.path],
    queryFn: ({ signal }) => call(countUsers, { signal, quiet: true }),
  });
  const sums = useMemo(() => sumCounts(tree.data ?? [], counts ?? []), [tree.data, counts]);
  if (tree.isError)
    return (
      <ErrorState
        title={t('system.user.departments.failed')}
        detail={tree.error.message}
        retryText={t('kit.states.retry')}
        onRetry={() => void tree.refetch()}
      />
    );
  if (!tree.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const shown = filterTree(tree.data, text);
  const isSearching = text.trim() !== '';
  const expanded = isSearching ? listNodeIds(shown) : (opened ?? tree.data.map(({ id }) => id));
  return (
    <div className={styles.tree}>
      <Input
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('system.user.departments.search')}
        aria-label={t('system.user.departments.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {shown.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={t('system.user.departments.noMatch', { text })}
        />
      )}
      <Tree<TreeNode>
        aria-label={t('system.user.departments.title')}
        blockNode
        virtual={false}
        motion={false}
        fieldNames={{ key: 'id', title: 'label', children: 'children' }}
        // Disabled departments may still have users, so all can be selected.
        treeData={shown.map(enable)}
        expandedKeys={expanded}
        onExpand={(keys) => setOpened(keys.map(Number))}
        selectedKeys={chosen === undefined ? [] : [chosen]}
        onSelect={(_, { node, selected }) =>
          onChoose(selected ? { id: node.id, label: node.label } : undefined)
        }
        titleRender={({ id, label }) => (
          <span className={styles.node}>
            <span className={styles.nodeName}>{label}</span>
            {counts && (
              <span
                className={styles.count}
                title={t('system.user.departments.count', { number: sums.get(id) })}
              >
                {sums.get(id)}
              </span>
            )}
          </span>
        )}
      />
    </div>
  );
}

function enable({ disabled: _, children, ...node }: TreeNode): TreeNode {
  return { ...node, ...(children && { children: children.map(enable) }) };
}
