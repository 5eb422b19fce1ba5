import type { Operation } from './api-document.ts';
import styles from './interface.module.css';
import { MethodTag } from './MethodTag.tsx';

interface OperationListProps {
  operations: Operation[];
  chosen: string | undefined;
  titleOf: (area: string) => string;
  onChoose: (id: string) => void;
}

/** The operations by area, as buttons that the keyboard can reach. */
export function OperationList({ operations, chosen, titleOf, onChoose }: OperationListProps) {
  const areas = Map.groupBy(operations, ({ area }) => area);
  return (
    <nav className={styles.list}>
      {[...areas].map(([area, inside]) => (
        <section key={area} aria-label={titleOf(area)}>
          <h2 className={styles.area}>{titleOf(area)}</h2>
          <ul>
            {inside.map(({ id, method, path, isAlias }) => (
              <li key={id}>
                <button
                  type="button"
                  className={styles.operation}
                  aria-current={id === chosen ? 'true' : undefined}
                  onClick={() => onChoose(id)}
                >
                  <MethodTag method={method} />
                  <span className={isAlias ? styles.alias : undefined}>{path.replace('/prod-api', '')}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
