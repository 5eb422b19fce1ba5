import type { Resource } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import { Form, Input, TreeSelect } from 'antd';
import { useTranslation } from 'react-i18next';
import { getChildren, nestRows } from '../../../resource/list/tree-rows.ts';
import { rowId, rowName } from '../../../resource/row/row.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { useTreeRows } from './use-tree-rows.ts';

interface ParentPickerProps<R extends Resource> {
  resource: R;
  /** The label of the top level; without it, a top-level row cannot be chosen or moved there. */
  rootLabel?: string;
  /** Rows that are left out with their descendants. */
  isHidden?: (row: RowOf<R>) => boolean;
  /** Rows that are shown but disabled. */
  isClosed?: (row: RowOf<R>) => boolean;
  id?: string;
  value?: number | null;
  onChange?: (id: number) => void;
}

interface Node {
  value: number;
  title: string;
  disabled?: boolean;
  children?: Node[];
}

/** Chooses the parent of a row; the row itself and its descendants are excluded to prevent cycles. */
export function ParentPicker<R extends Resource>(props: ParentPickerProps<R>) {
  const { resource, rootLabel, isHidden, isClosed, ...control } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const editedId: unknown = Form.useFormInstance().getFieldValue(resource.id);
  const { data, isPending, isError } = useTreeRows(resource);
  const { id, value, onChange } = control;

  const toNodes = (rows: RowOf<R>[]): Node[] =>
    rows
      .filter((row) => rowId(resource, row) !== editedId && !isHidden?.(row))
      .map((row) => ({
        value: rowId(resource, row),
        title: rowName(resource, row, language),
        disabled: isClosed?.(row) ?? false,
        children: toNodes(getChildren(row)),
      }));

  if (value === 0 && rootLabel === undefined) return <Input id={id} disabled value={t('system.tree.top')} />;
  const isBeyond = data && value && !data.some((row) => rowId(resource, row) === value);
  if (isBeyond) return <Input id={id} disabled value={t('system.tree.beyond')} />;
  const nodes = toNodes(nestRows(resource, data ?? []));
  const offered = rootLabel === undefined ? nodes : [{ value: 0, title: rootLabel, children: nodes }];
  return (
    <TreeSelect
      id={id}
      // While loading, only the id would be shown.
      value={data ? (value ?? undefined) : undefined}
      treeData={offered}
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={isPending}
      treeDefaultExpandedKeys={[...offered, ...nodes].map((node) => node.value)}
      notFoundContent={isError ? t('kit.states.listFailed') : undefined}
      onChange={(chosen: number) => onChange?.(chosen)}
    />
  );
}
