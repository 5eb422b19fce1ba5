import { ExperimentOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import { EllipsisText } from './EllipsisText.tsx';
import styles from './ui.module.css';

interface MarkedNameProps {
  name: string;
  /** Says that what bears the name is made up; none for what is real. */
  mark: string | undefined;
  /** Where there is room: the whole name, and the word itself. */
  isLarge?: boolean;
}

/** A name, with a sign or a word behind it where it stands for something that is not real. */
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
