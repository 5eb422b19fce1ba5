import styles from './entry.module.css';

/** Mountain ridges, the farthest first. */
const ridges = [
  {
    className: styles.ridge1,
    path: 'M0 470 C180 410 300 455 470 420 S760 350 930 400 1230 455 1440 380 V900 H0 Z',
  },
  {
    className: styles.ridge2,
    path: 'M0 560 C140 520 260 470 430 520 S720 600 900 530 1190 440 1440 520 V900 H0 Z',
  },
  {
    className: styles.ridge3,
    path: 'M0 620 C200 580 330 640 520 600 S840 540 1010 610 1270 660 1440 600 V900 H0 Z',
  },
  {
    className: styles.ridge4,
    path: 'M0 720 C160 680 360 660 560 710 S900 760 1080 700 1310 660 1440 700 V900 H0 Z',
  },
  {
    className: styles.ridge5,
    path: 'M0 800 C240 760 420 820 640 790 S1040 750 1200 790 1370 810 1440 780 V900 H0 Z',
  },
];

export function EntryScenery() {
  return (
    <svg className={styles.picture} viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden>
      <circle className={styles.sun} cx="1090" cy="300" r="84" />
      {ridges.map(({ className, path }) => (
        <path key={path} className={className} d={path} />
      ))}
    </svg>
  );
}
