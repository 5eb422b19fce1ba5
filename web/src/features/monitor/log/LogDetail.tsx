import { fieldEntries, fieldLabel, isIn, type Resource } from '@limpid/contract/kit/resource';
import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldValue } from '../../../resource/list/FieldValue.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { RowState } from '../../../resource/RowState.tsx';
import type { NamedField } from '../../../resource/resource-fields.ts';
import { type ResourceRow, toText } from '../../../resource/row.ts';
import { useRow } from '../../../resource/use-row.ts';
import { rem } from '../../../ui/scale.ts';
import { CodeBlock } from './CodeBlock.tsx';
import styles from './log.module.css';

interface LogDetailProps {
  resource: Resource;
  open: boolean;
  id: number | undefined;
  onClose: () => void;
  cells?: Cells | undefined;
  footer?: ((row: ResourceRow) => ReactNode) | undefined;
}

/** All fields of an entry: short ones side by side, long texts below. */
export function LogDetail({ resource, open, id, onClose, cells, footer }: LogDetailProps) {
  const { t } = useTranslation();
  const row = useRow(resourceEndpoints(resource), open ? id : undefined);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('monitor.log.detailTitle', { title: t(`${resource.texts}.title`) })}
      size={rem(640)}
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

function Entry({ resource, row, cells }: Pick<LogDetailProps, 'resource' | 'cells'> & { row: ResourceRow }) {
  const { t } = useTranslation();
  const named = fieldEntries(resource)
    .map(([name, field]): NamedField => ({ name, field, label: fieldLabel(resource, name) }))
    .filter(({ name, field }) => toText(row[name]) !== '' && (isIn(field, 'table') || isIn(field, 'form')));
  const isLong = ({ field }: NamedField) => field.kind === 'longText';
  return (
    <>
      <dl className={styles.facts}>
        {named
          .filter((one) => !isLong(one))
          .map((one) => (
            <div key={one.name} className={styles.fact}>
              <dt>{t(one.label)}</dt>
              <dd>{cells?.[one.name]?.(row) ?? <FieldValue field={one} row={row} />}</dd>
            </div>
          ))}
      </dl>
      {named.filter(isLong).map(({ name, label }) => (
        <CodeBlock key={name} label={t(label)} text={toText(row[name])} />
      ))}
    </>
  );
}
