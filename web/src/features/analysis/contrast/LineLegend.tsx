import styles from './contrast.module.css';
import type { ShownMember } from './members.ts';

interface LineLegendProps {
  members: readonly Pick<ShownMember, 'key' | 'name' | 'colour'>[];
  hidden: readonly string[];
  onToggle: (key: string) => void;
}

/** The lines of a chart by name; each can be hidden and shown again. */
export function LineLegend({ members, hidden, onToggle }: LineLegendProps) {
  return (
    <ul className={styles.legend}>
      {members.map(({ key, name, colour }) => (
        <li key={key}>
          <button
            type="button"
            className={styles.legendLine}
            aria-pressed={!hidden.includes(key)}
            onClick={() => onToggle(key)}
          >
            <span aria-hidden className={styles.swatch} style={{ background: colour }} />
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
