import type { FieldKind } from '@limpid/contract/kit/field';
import { isSortable, type Resource } from '@limpid/contract/kit/resource';
import type { FieldName, RowOf } from '@limpid/contract/kit/row';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toRem } from '../../ui/scale.ts';
import { narrowQuery, phoneQuery, useMedia } from '../../ui/use-media.ts';
import type { NamedField } from '../fields/resource-fields.ts';
import { type ListColumn, selectionWidth } from '../list-table/list-column.ts';
import styles from '../resource.module.css';
import { type ResourceRow, rowName } from '../row/row.ts';
import { useLanguage } from '../use-language.ts';
import { FieldValue } from './FieldValue.tsx';
import { type RowAction, RowActions } from './RowActions.tsx';
import type { ResourceList } from './use-resource-list.ts';

/** Cells that a screen renders itself, by field. */
export type Cells<R extends Resource> = { [K in FieldName<R>]?: (row: RowOf<R>) => ReactNode };

export interface TableColumnOptions<Row extends ResourceRow> {
  resource: Resource;
  list: ResourceList<Row>;
  columns: NamedField[];
  cells?: { [name in string]?: (row: Row) => ReactNode } | undefined;
  /** Widths of columns by field, or `actions`, instead of those of their kind; `rest` shares the remaining width. */
  columnWidths?: Readonly<Record<string, number | 'rest'>> | undefined;
  /** Undefined without permissions; rows cannot be selected then either. */
  actions: ((row: Row) => RowAction[]) | undefined;
}

/** Minimum widths; text columns share the rest. */
const widths: Record<FieldKind, number> = {
  id: 80,
  integer: 104,
  number: 104,
  secret: 96,
  parts: 140,
  dict: 112,
  choice: 112,
  flag: 96,
  dateTime: 196,
  text: 140,
  longText: 176,
  ref: 140,
  refs: 140,
  json: 140,
};
/** Kinds that share the remaining width. */
const shownAsText = new Set<FieldKind>(['text', 'longText', 'ref', 'refs']);
/** Texts up to this length get the short width: names, codes, addresses. */
const shortText = 64;
const shortWidth = 112;
/** On a phone the selection, name and action columns are all pinned, so the name is narrow. */
const phoneNameWidth = 124;
/** Names in a tree are indented by depth. */
const treeNameWidths = { phone: 200, other: 240 };

/** Puts the name first, where narrow screens pin it while the rest scrolls. */
function nameFirst(columns: NamedField[], name: string): NamedField[] {
  return [...columns].sort((one, other) => Number(other.name === name) - Number(one.name === name));
}

/** The columns of the table, and the minimum width below which it scrolls. */
export function useTableColumns<Row extends ResourceRow>(options: TableColumnOptions<Row>) {
  const { resource, list, columns, cells, columnWidths, actions } = options;
  const { t } = useTranslation();
  const language = useLanguage();
  const isNarrow = useMedia(narrowQuery);
  const isPhone = useMedia(phoneQuery);
  const maxInlineActions = isNarrow ? 0 : 2;
  const isTree = resource.tree !== undefined;
  // A tree has one more action with text.
  const usualActionsWidth = isTree ? 208 : 168;
  const givenActionsWidth = columnWidths?.['actions'];
  const wideActions = typeof givenActionsWidth === 'number' ? givenActionsWidth : usualActionsWidth;
  const actionsWidth = !actions ? 0 : isNarrow ? 56 : wideActions;
  const treeNameWidth = isPhone ? treeNameWidths.phone : treeNameWidths.other;
  const nameWidth = isTree ? treeNameWidth : isPhone ? phoneNameWidth : 176;
  const isPinned = (name: string) => isNarrow && name === resource.name;
  const hasNameWidth = (name: string) => isPinned(name) || (isTree && name === resource.name);
  const leastWidth = ({ name, field }: NamedField) =>
    hasNameWidth(name)
      ? nameWidth
      : typeof columnWidths?.[name] === 'number'
        ? columnWidths[name]
        : field.kind === 'text' && field.max <= shortText
          ? shortWidth
          : widths[field.kind];

  function fieldColumn(named: NamedField): ListColumn<Row> {
    const { name, field, label } = named;
    const given = columnWidths?.[name];
    const isText = given === undefined ? shownAsText.has(field.kind) : given === 'rest';
    const isNumber = field.kind === 'id' || field.kind === 'integer' || field.kind === 'number';
    const usual = typeof given === 'number' ? given : widths[field.kind];
    const width = hasNameWidth(name) ? nameWidth : isText ? undefined : usual;
    const render = cells?.[name] ?? ((row: Row) => <FieldValue field={named} row={row} />);
    return {
      key: name,
      title: t(label),
      width: width === undefined ? undefined : toRem(width),
      pin: isPinned(name) ? 'left' : undefined,
      isNumber,
      isSortable:
        isSortable(resource, name) && field.kind !== 'longText' && field.kind !== 'ref' && !resource.tree,
      render: (row) => (list.isPending ? <span className={styles.bone} /> : render(row)),
    };
  }

  const actionsColumn: ListColumn<Row> = {
    key: 'actions',
    title: <span className={isNarrow ? 'visually-hidden' : undefined}>{t('kit.list.actions')}</span>,
    width: toRem(actionsWidth),
    pin: 'right',
    render: (row) => {
      if (list.isPending || !actions) return null;
      return (
        <RowActions
          actions={actions(row)}
          rowName={rowName(resource, row, language)}
          maxInline={maxInlineActions}
        />
      );
    },
  };

  const ordered = isNarrow ? nameFirst(columns, resource.name) : columns;
  return {
    tableColumns: [...ordered.map(fieldColumn), ...(actions ? [actionsColumn] : [])],
    minWidth: toRem(
      columns.reduce((sum, one) => sum + leastWidth(one), (isTree ? 0 : selectionWidth) + actionsWidth),
    ),
  };
}
