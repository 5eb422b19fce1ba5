import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './map-frame.module.css';

interface SeveralPointsProps {
  points: readonly { id: number; name: string }[];
  /** Ids of points that are chosen already. */
  chosen?: readonly number[];
  onChoose: (id: number) => void;
}

/** The points that lie upon each other where a map was clicked, by name. */
export function SeveralPoints({ points, chosen = [], onChoose }: SeveralPointsProps) {
  const { t } = useTranslation();
  if (points.length === 0) return null;
  return (
    <section aria-label={t('data.query.picker.several')} className={styles.several}>
      {points.map(({ id, name }) => (
        <Button
          key={id}
          size="small"
          type={chosen.includes(id) ? 'primary' : 'default'}
          onClick={() => onChoose(id)}
        >
          {name}
        </Button>
      ))}
    </section>
  );
}
