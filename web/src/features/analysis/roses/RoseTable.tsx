import type { SiteRoses } from '@limpid/contract/analysis/rose';
import { useTranslation } from 'react-i18next';
import styles from '../analysis.module.css';

interface RoseTableProps {
  rose: NonNullable<SiteRoses['wind']>;
  /** The names of the classes. */
  names: readonly string[];
  nameDirection: (degrees: number) => string;
}

/** The hours of a rose by direction and class. */
export function RoseTable({ rose, names, nameDirection }: RoseTableProps) {
  const { t } = useTranslation();
  return (
    <details className={styles.table}>
      <summary>{t('analysis.rose.table')}</summary>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('analysis.rose.direction')}</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rose.sectors.map(({ direction, counts }) => (
              <tr key={direction}>
                <th scope="row">{nameDirection(direction)}</th>
                {counts.map((count, level) => (
                  <td key={names[level]}>{count}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
