import { type MouseEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { toRem } from '../../ui/scale.ts';
import branchStyles from './branch.module.css';
import { cellClassName, pinStyle } from './cell-style.ts';
import type { Branches, RowSelection } from './ListTable.tsx';
import { type ListColumn, selectionColumn, type TreeRow } from './list-column.ts';
import styles from './list-table.module.css';
import { SelectionCheckbox } from './SelectionCheckbox.tsx';

interface ListRowProps<R> extends TreeRow<R> {
  id: number;
  columns: readonly ListColumn<R>[];
  pins: ReadonlyMap<string, string>;
  selection: RowSelection<R> | undefined;
  onTick: (id: number, withShift: boolean) => void;
  branches: Branches<R> | undefined;
  className: string | undefined;
  onOpen: ((row: R) => void) | undefined;
}

const indent = 20;

export function ListRow<R>(props: ListRowProps<R>) {
  const { row, id, columns, pins, selection, branches, className = '' } = props;
  const { t } = useTranslation();
  const levelId = useId();
  const isSelected = selection?.ids.includes(id) ?? false;

  /** Controls in the row keep their own clicks, and text can be selected. */
  function open({ target }: MouseEvent): void {
    const isControl = target instanceof Element && target.closest('a, button, input, label') !== null;
    if (!isControl && String(getSelection()) === '') props.onOpen?.(row);
  }

  function fill(column: ListColumn<R>, place: number): ReactNode {
    if (column.key === selectionColumn && selection) {
      if (selection.isHidden || selection.canSelect?.(row) === false) return null;
      return (
        <SelectionCheckbox
          label={selection.label(row)}
          isSelected={isSelected}
          onChange={(withShift) => props.onTick(id, withShift)}
        />
      );
    }
    const drawn = column.render(row);
    if (!branches || place > 0) return drawn;
    return (
      <div className={branchStyles.branch} style={{ paddingInlineStart: toRem(indent * props.depth) }}>
        <BranchButton {...props} branches={branches} />
        <div className={branchStyles.leaf}>{drawn}</div>
        {/* How far in it is drawn, for those who do not see it. */}
        <span id={levelId} hidden>
          {t('kit.tree.level', { level: props.depth + 1 })}
        </span>
      </div>
    );
  }

  return (
    <tr
      role="row"
      data-row-key={id}
      className={`${styles.row} ${isSelected ? styles.ticked : ''} ${props.onOpen ? styles.opens : ''} ${className}`}
      onClick={props.onOpen && open}
    >
      {columns.map((column, place) => (
        <td
          key={column.key}
          role="cell"
          aria-describedby={branches && place === 0 ? levelId : undefined}
          className={cellClassName(column)}
          style={pinStyle(column, pins)}
        >
          {fill(column, place)}
        </td>
      ))}
    </tr>
  );
}

type BranchButtonProps<R> = Pick<ListRowProps<R>, 'row' | 'id' | 'isOpen' | 'hasBelow'> & {
  branches: Branches<R>;
};

function BranchButton<R>({ row, id, isOpen, hasBelow, branches }: BranchButtonProps<R>) {
  const { t } = useTranslation();
  if (!hasBelow) return <span className={branchStyles.noBranch} />;
  const others = branches.open.filter((one) => one !== id);
  return (
    <button
      type="button"
      className={branchStyles.open}
      aria-expanded={isOpen}
      aria-label={t('kit.tree.below', { name: branches.name(row) })}
      onClick={() => branches.onChange(isOpen ? others : [...others, id])}
    />
  );
}
