import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons';
import type { ReportSectionKey } from '@limpid/contract/report/report-request';
import { Checkbox } from 'antd';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import { moveSection, orderSections } from './section-order.ts';
import styles from './sections.module.css';

interface SectionListProps {
  id?: string;
  value: readonly ReportSectionKey[];
  onChange: (sections: ReportSectionKey[]) => void;
  'aria-describedby'?: string | undefined;
}

/** Chooses sections and their order, by buttons or by dragging; a section that is left out keeps its place. */
export function SectionList({ id, value, onChange, ...described }: SectionListProps) {
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<number>();
  const [chosen, setOrder] = useState<readonly ReportSectionKey[]>([]);
  const order = orderSections(chosen, value);
  const name = (key: ReportSectionKey) => t(`report.template.contentFields.section_${key}`);

  function move(from: number, to: number): void {
    const next = moveSection(order, from, to);
    setOrder(next);
    onChange(next.filter((key) => value.includes(key)));
  }

  function toggle(key: ReportSectionKey): void {
    setOrder(order);
    onChange(order.filter((one) => (one === key ? !value.includes(key) : value.includes(one))));
  }

  /** The browser drops the focus of an element that is moved. */
  function moveByButton({ currentTarget }: MouseEvent<HTMLElement>, from: number, to: number): void {
    move(from, to);
    requestAnimationFrame(() => currentTarget.focus());
  }

  return (
    <ul id={id} tabIndex={-1} className={styles.sections} {...described}>
      {order.map((key, place) => (
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
          <Checkbox checked={value.includes(key)} className={styles.name} onChange={() => toggle(key)}>
            {name(key)}
          </Checkbox>
          <IconButton
            size="small"
            name={t('report.sections.up', { name: name(key) })}
            icon={<ArrowUpOutlined aria-hidden />}
            disabled={place === 0}
            onClick={(event) => moveByButton(event, place, place - 1)}
          />
          <IconButton
            size="small"
            name={t('report.sections.down', { name: name(key) })}
            icon={<ArrowDownOutlined aria-hidden />}
            disabled={place === order.length - 1}
            onClick={(event) => moveByButton(event, place, place + 1)}
          />
        </li>
      ))}
    </ul>
  );
}
