import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons';
import { type ReportSectionKey, reportSections } from '@limpid/contract/report/report-request';
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import { insertSection, moveSection } from './section-order.ts';
import styles from './sections.module.css';

interface SectionListProps {
  id?: string;
  value: readonly ReportSectionKey[];
  onChange: (sections: ReportSectionKey[]) => void;
  'aria-describedby'?: string | undefined;
}

/** Chooses sections and their order: those of the report first, moved by buttons or by dragging. */
export function SectionList({ id, value, onChange, ...described }: SectionListProps) {
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<number>();
  const others = reportSections.filter((key) => !value.includes(key));
  const name = (key: ReportSectionKey) => t(`report.template.contentFields.section_${key}`);
  const move = (from: number, to: number) => onChange(moveSection(value, from, to));
  return (
    <ul id={id} tabIndex={-1} className={styles.sections} {...described}>
      {value.map((key, place) => (
        // Dragging does what the buttons do.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={key}
          draggable
          className={place === dragged ? styles.dragged : undefined}
          onDragStart={() => setDragged(place)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => event.preventDefault()}
          onDragEnter={() => {
            if (dragged === undefined || dragged === place) return;
            move(dragged, place);
            setDragged(place);
          }}
        >
          <HolderOutlined aria-hidden className={styles.handle} />
          <Checkbox
            checked
            className={styles.name}
            onChange={() => onChange(value.filter((one) => one !== key))}
          >
            {name(key)}
          </Checkbox>
          <IconButton
            size="small"
            name={t('report.sections.up', { name: name(key) })}
            icon={<ArrowUpOutlined aria-hidden />}
            disabled={place === 0}
            onClick={() => move(place, place - 1)}
          />
          <IconButton
            size="small"
            name={t('report.sections.down', { name: name(key) })}
            icon={<ArrowDownOutlined aria-hidden />}
            disabled={place === value.length - 1}
            onClick={() => move(place, place + 1)}
          />
        </li>
      ))}
      {others.map((key) => (
        <li key={key}>
          <span className={styles.handle} />
          <Checkbox
            checked={false}
            className={styles.name}
            onChange={() => onChange(insertSection(value, key))}
          >
            {name(key)}
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}
