import { ExperimentOutlined } from '@ant-design/icons';
import { EllipsisText } from './EllipsisText.tsx';
import styles from './ui.module.css';

interface MarkedNameProps {
  name: string;
  /** Says that what bears the name is made up; none for what is real. */
  mark: string | undefined;
}

/** A name, with a sign behind it where it stands for something that is not real. */
export function MarkedName({ name, mark }: MarkedNameProps) {
  if (mark === undefined) return <EllipsisText text={name} />;
  return (
    <span className={styles.marked}>
      <EllipsisText text={name} />
      <ExperimentOutlined aria-label={mark} title={mark} />
    </span>
  );
}
