import { useTranslation } from 'react-i18next';
import { MarkedName } from '../../../ui/MarkedName.tsx';
import type { Scale, SiteShade } from '../scale/shade.ts';
import { Figure } from './SiteListItem.tsx';
import styles from './sites-list.module.css';

/** A reference station as the map shows it. */
export interface ListedStation {
  code: string;
  name: string;
  look: SiteShade;
}

interface StationListItemProps {
  station: ListedStation;
  scale: Scale;
  onChoose: (code: string) => void;
}

/** One reference station of a list: its name, its kind, and what it published on the colour of its level. */
export function StationListItem({ station: { code, name, look }, scale, onChoose }: StationListItemProps) {
  const { t } = useTranslation();
  const note = [t('map.references.kind'), !look.isStale && look.name].filter(Boolean).join(' · ');
  return (
    <button type="button" className={styles.line} onClick={() => onChoose(code)}>
      <span className={styles.lineNames}>
        <MarkedName name={name} mark={undefined} />
        <span className={styles.lineNote} title={note}>
          {note}
        </span>
      </span>
      <span className={styles.beside}>
        <span className={styles.unit}>{scale.unit}</span>
      </span>
      <Figure look={look} scale={scale} />
    </button>
  );
}
