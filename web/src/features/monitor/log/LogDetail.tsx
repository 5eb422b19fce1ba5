import { fieldEntries, fieldLabel, isIn, type Resource } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NamedField } from '../../../resource/fields/resource-fields.ts';
import { FieldValue } from '../../../resource/list/FieldValue.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { RowState } from '../../../resource/row/RowState.tsx';
import { type ResourceRow, toText } from '../../../resource/row/row.ts';
import { useRow } from '../../../resource/row/use-row.ts';
import { toRem } from '../../../ui/scale.ts';
import { CodeBlock } from './CodeBlock.tsx';
import styles from './log.module.css';

interface LogDetailProps<R extends Resource> {
  resource: R;
  open: boolean;
  id: number | undefined;
  onClose: () => void;
  cells?: Cells<R> | undefined;
  footer?: ((row: RowOf<R>) => ReactNode) | undefined;
}

/** All fields of an entry: short ones side by side, long texts below. */
export function LogDetail<R extends Resource>(props: LogDetailProps<R>) {
  const { resource, open, id, onClose, cells, footer } = props;
  const { t } = useTranslation();
  const row = useRow(resourceEndpoints(resource), open ? id : undefined);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('monitor.log.detailTitle', { title: t(`${resource.texts}.title`) })}
      size={toRem(640)}
      destroyOnHidden
      footer={row.data && footer?.(row.data)}
    >
      {row.data ? (
        <Entry resource={resource} row={row.data} cells={cells} />
      ) : (
        <RowState row={row} lines={8} />
      )}
    </Drawer>
  );
}

interface EntryProps<R extends Resource> extends Pick<LogDetailProps<R>, 'resource' | 'cells'> {
  row: RowOf<R>;
}

function Entry<R extends Resource>({ resource, row, cells }: EntryProps<R>) {
  const values: ResourceRow = row;
  const cellsByName: { [name in string]?: (row: RowOf<R>) => ReactNode } = cells ?? {};
  const { t } = useTranslation();
  const named = fieldEntries(resource)
    .map(([name, field]): NamedField => ({ name, field, label: fieldLabel(resource, name) }))
    .filter(
      ({ name, field }) => toText(values[name]) !== '' && (isIn(field, 'table') || isIn(field, 'form')),
    );
  const isLong = ({ field }: NamedField) => field.kind === 'longText';
  return (
    <>
      <dl className={styles.facts}>
        {named
          .filter((one) => !isLong(one))
          .map((one) => (
            <div key={one.name} className={styles.fact}>
              <dt>{t(one.label)}</dt>
              <dd>{cellsByName[one.name]?.(row) ?? <FieldValue field={one} row={row} />}</dd>
            </div>
          ))}
      </dl>
      {named.filter(isLong).map(({ name, label }) => (
        <CodeBlock key={name} label={t(label)} text={toText(values[name])} />
      ))}
    </>
  );
}
