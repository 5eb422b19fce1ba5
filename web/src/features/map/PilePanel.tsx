import { CloseOutlined } from '@ant-design/icons';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton.tsx';
import { useEscape } from '../../ui/use-escape.ts';
import styles from './map.module.css';
import { SiteLine } from './SiteLine.tsx';
import type { ShownSite } from './select-sites.ts';
import type { Scale } from './shade.ts';
import lines from './sites-list.module.css';

interface PilePanelProps {
  pile: readonly ShownSite[];
  snapshot: MapSnapshot;
  scale: Scale;
  onChoose: (site: ShownSite) => void;
  onClose: () => void;
}

/** Sites that stand at one point, to choose from. */
export function PilePanel({ pile, snapshot, scale, onChoose, onClose }: PilePanelProps) {
  const { t } = useTranslation();
  useEscape(true, onClose);
  const entity = (id: number) => snapshot.entities.find((one) => one.id === id)?.name ?? '';
  return (
    <section aria-label={t('map.pile')} className={`${styles['panel']} ${styles['right']}`}>
      <div className={styles['panelHead']}>
        <h2 className={styles['panelTitle']}>{t('map.pile')}</h2>
        <IconButton name={t('map.closePile')} icon={<CloseOutlined />} onClick={onClose} />
      </div>
      <ul className={lines['lines']}>
        {pile.map((one) => (
          <li key={one.site.siteId}>
            <SiteLine
              shown={one}
              scale={scale}
              entity={entity(one.site.entityId)}
              isChosen={false}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
