import { CaretDownOutlined } from '@ant-design/icons';
import type { TreeNode } from '@limpid/contract/kit/tree';
import { Empty, Skeleton, Tree } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckTreeTools } from './CheckTreeTools.tsx';
import { filterTree, findCheckedNodes, listNodeIds, toggleNode } from './check-tree.ts';
import styles from './role.module.css';

interface CheckTreeProps {
  /** The id of the form control, for its label. */
  id?: string | undefined;
  label: string;
  /** Undefined while loading. */
  nodes: TreeNode[] | undefined;
  chosen: number[];
  onChoose: (chosen: number[]) => void;
  isLinked: boolean;
  /** Switches between linked and independent checkboxes. */
  linkSwitch: ReactNode;
}

/** A tree with checkboxes and a search; `chosen` includes half-checked parents. */
export function CheckTree({ id, label, nodes, chosen, onChoose, isLinked, linkSwitch }: CheckTreeProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<number[]>();
  if (!nodes) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const all = listNodeIds(nodes);
  const shown = filterTree(nodes, text);
  const isSearching = text.trim() !== '';
  const expanded = isSearching ? listNodeIds(shown) : (opened ?? nodes.map((one) => one.id));
  const count = all.filter((one) => chosen.includes(one)).length;
  return (
    <fieldset id={id} aria-label={label} className={styles.tree}>
      <CheckTreeTools
        text={text}
        onType={setText}
        all={all}
        chosen={chosen}
        onChoose={onChoose}
        linkSwitch={linkSwitch}
        // More nodes than the initial ones are expanded, so the button collapses.
        isOpen={expanded.length > nodes.length}
        onOpen={(isWhole) => setOpened(isWhole ? all : [])}
      />
      <div className={styles.treeBox}>
        {shown.length === 0 && (
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={isSearching ? t('system.role.tree.noMatch', { text }) : t('system.role.tree.empty')}
          />
        )}
        <Tree<TreeNode>
          aria-label={label}
          checkable
          // Linked in `toggleNode`: antd would check every button of a screen that was assigned without them.
          checkStrictly
          selectable={false}
          virtual={false}
          motion={false}
          switcherIcon={<CaretDownOutlined aria-hidden />}
          fieldNames={{ key: 'id', title: 'label', children: 'children' }}
          treeData={shown}
          checkedKeys={findCheckedNodes(nodes, new Set(chosen), isLinked)}
          expandedKeys={expanded}
          onExpand={(keys) => setOpened(keys.map(Number))}
          onCheck={(_, { node }) => onChoose(toggleNode({ nodes, shown, isLinked }, chosen, node.id))}
        />
      </div>
      <output className={styles.treeCount}>{t('system.role.tree.count', { count })}</output>
    </fieldset>
  );
}
