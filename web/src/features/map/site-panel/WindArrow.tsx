import styles from './site-panel.module.css';

/** Points where the wind blows to; the text beside it names where it comes from. */
export function WindArrow({ from }: { from: number }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 16 16"
      className={styles['arrow']}
      style={{ transform: `rotate(${from}deg)` }}
    >
      <path d="M8 14.5 3.5 9h3.2V1.5h2.6V9h3.2z" fill="currentColor" />
    </svg>
  );
}
