import { ExperimentOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { EllipsisText } from './EllipsisText.tsx';
import styles from './ui.module.css';

interface MarkedNameProps {
  name: string;
  /** The mark of a simulated item; undefined for a real one. */
  mark: string | undefined;
  /** Shows the full name and the mark as text. */
  isLarge?: boolean;
}

/** A name, with an icon or a tag for simulated items. */
export function MarkedName({ name, mark, isLarge }: MarkedNameProps) {
  if (isLarge) {
    return (
      <span className={styles.markedLarge}>
        {name}
        {mark !== undefined && <Tag>{mark}</Tag>}
      </span>
    );
  }
  if (mark === undefined) return <EllipsisText text={name} />;
  return (
    <span className={styles.marked}>
      <EllipsisText text={name} />
      <ExperimentOutlined aria-label={mark} title={mark} />
    </span>
  );
}
