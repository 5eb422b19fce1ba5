import type { Granularity } from '@limpid/contract/data/series';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { useFlagWords } from '../../../air/use-flag-words.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { HoveredCell } from './CellDetails.tsx';
import { type CellMark, describeCell, type ShownCell } from './describe-cell.ts';
import styles from './history.module.css';

interface HistoryValueProps {
  cell: ShownCell | undefined;
  channel: Channel;
  granularity: Granularity;
  /** Site and time, for screen readers. */
  place: string;
  onHover: (hovered: HoveredCell | undefined) => void;
  onOpen: () => void;
}

const signs: Record<Exclude<CellMark, 'flag'>, string> = { range: '↕', edited: '✎', imported: '⤓', few: '◔' };

/** A value with its marks; details appear on hover and focus, and a click opens them with the log of changes. */
export function HistoryValue({ cell, channel, granularity, place, onHover, onOpen }: HistoryValueProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const flagWords = useFlagWords();
  const { text, marks, lines } = describeCell(cell, channel, granularity, { t, language, flagWords });
  const isCounted = cell?.value != null && !marks.includes('few');
  const show = (element: HTMLElement) =>
    onHover({ title: channel.name, lines, box: element.getBoundingClientRect() });
  return (
    <button
      type="button"
      className={isCounted ? styles.value : `${styles.value} ${styles.soft}`}
      aria-label={[channel.name, place, ...lines].join(', ')}
      aria-haspopup="dialog"
      onClick={onOpen}
      onMouseEnter={(event) => show(event.currentTarget)}
      onFocus={(event) => show(event.currentTarget)}
      onMouseLeave={() => onHover(undefined)}
      onBlur={() => onHover(undefined)}
    >
      {marks.length > 0 && (
        <span aria-hidden className={styles.marks}>
          {marks.map((mark) => (mark === 'flag' ? cell?.flag : signs[mark])).join('')}
        </span>
      )}
      {text}
    </button>
  );
}
