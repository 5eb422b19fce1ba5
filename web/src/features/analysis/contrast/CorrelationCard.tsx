import type { SiteContrast } from '@limpid/contract/analysis/contrast';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { formatCount, formatDecimal } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './contrast.module.css';
import type { ShownMember } from './members.ts';

interface CorrelationCardProps {
  contrast: SiteContrast;
  members: readonly ShownMember[];
  onPair: (pair: { x: string; y: string }) => void;
}

/** The strongest tint that text stays readable on. */
const maxTint = 45;

/** Correlations of all pairs, similar members side by side; a cell chooses the pair of the scatter plot. */
export function CorrelationCard({ contrast: { r, counts, order }, members, onPair }: CorrelationCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const ordered = order.flatMap((position) => members.find((member) => member.position === position) ?? []);
  return (
    <ChartCard title={t('analysis.contrast.correlation')} note={t('analysis.contrast.correlationNote')}>
      <div className="side-scroll">
        <table className={styles.matrix}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('analysis.contrast.box.name')}</span>
              </th>
              {ordered.map(({ key, name }, place) => (
                <th key={key} scope="col" title={name}>
                  <span aria-hidden>{place + 1}</span>
                  <span className="visually-hidden">{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ordered.map((row, place) => (
              <tr key={row.key}>
                <th scope="row" title={row.name}>
                  <span aria-hidden className={styles.number}>
                    {place + 1}
                  </span>
                  {row.name}
                </th>
                {ordered.map((column) => (
                  <td key={column.key}>{drawCell(row, column)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ChartCard>
  );

  function drawCell(a: ShownMember, b: ShownMember) {
    if (a.key === b.key) return <span className={styles.own}>1</span>;
    const value = r[a.position]?.[b.position] ?? null;
    const count = formatCount(counts[a.position]?.[b.position] ?? 0, language);
    const text = value === null ? dash : formatDecimal(value, 2, language);
    const label =
      value === null
        ? t('analysis.contrast.cellEmpty', { a: a.name, b: b.name })
        : t('analysis.contrast.cell', { a: a.name, b: b.name, r: text, count });
    return (
      <button
        type="button"
        className={styles.cell}
        style={{ background: value === null ? undefined : tint(value) }}
        aria-label={label}
        title={label}
        onClick={() => onPair({ x: a.key, y: b.key })}
      >
        {text}
      </button>
    );
  }
}

/** Blue for values that rise together, red for values that rise against each other. */
function tint(r: number): string {
  const colour = r < 0 ? 'var(--ant-color-error)' : 'var(--accent)';
  return `color-mix(in srgb, ${colour} ${Math.round(Math.abs(r) * maxTint)}%, transparent)`;
}
