import type { Granularity } from '@limpid/contract/data/series';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { flagSign } from '../../../air/flag-summary.ts';
import { useFlagWords } from '../../../air/use-flag-words.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { HoveredCell } from './CellDetails.tsx';
import { type CellMark, describeCell, type ShownCell } from './describe-cell.ts';
import styles from './history.module.css';
import { type TableCell, writeCell } from './marks/cell-marks.ts';
import { type CellMarks, useIsMarked } from './marks/use-cell-marks.ts';

interface HistoryValueProps {
  cell: ShownCell | undefined;
  channel: Channel;
  granularity: Granularity;
  at: TableCell;
  /** Undefined if cells cannot be marked. */
  marks: CellMarks | undefined;
  /** Site and time, for screen readers. */
  place: string;
  onHover: (hovered: HoveredCell | undefined) => void;
  onOpen: () => void;
}

const signs: Record<Exclude<CellMark, 'flag'>, string> = {
  rule: flagSign,
  range: '↕',
  edited: '✎',
  imported: '⤓',
  few: '◔',
};

/** A value with its marks; details appear on hover and focus, and a click opens them with the log of changes. */
export function HistoryValue(props: HistoryValueProps) {
  const { cell, channel, granularity, at, marks: cellMarks, place, onHover, onOpen } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const flagWords = useFlagWords();
  const { text, marks, lines } = describeCell(cell, channel, granularity, { t, language, flagWords });
  const isLeftOut = cell?.flags?.some(({ counts, state }) => !counts && state !== 'rejected');
  const isCounted = cell?.value != null && !isLeftOut && !marks.includes('few');
  const isMarked = useIsMarked(cellMarks, at);
  const classes = [styles.value, !isCounted && styles.soft, isMarked && styles.marked];
  const show = (element: HTMLElement) =>
    cellMarks?.getState().box
      ? onHover(undefined)
      : onHover({ title: channel.name, lines, box: element.getBoundingClientRect() });
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(' ')}
      data-cell={writeCell(at)}
      aria-pressed={isMarked || undefined}
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
