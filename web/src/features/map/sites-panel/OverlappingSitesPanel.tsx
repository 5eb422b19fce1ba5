import { CloseOutlined } from '@ant-design/icons';
import type { MapSnapshot } from '@limpid/contract/map/sites';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useEscape } from '../../../ui/use-escape.ts';
import layout from '../map.module.css';
import type { Scale } from '../scale/shade.ts';
import panelStyles from '../side-panel.module.css';
import type { ShownSite } from '../sites/select-sites.ts';
import { SiteListItem } from './SiteListItem.tsx';
import styles from './sites-list.module.css';

interface OverlappingSitesPanelProps {
  overlapping: readonly ShownSite[];
  snapshot: MapSnapshot;
  scale: Scale;
  onChoose: (site: ShownSite) => void;
  onClose: () => void;
}

/** A choice between sites at the same point. */
export function OverlappingSitesPanel({
  overlapping,
  snapshot,
  scale,
  onChoose,
  onClose,
}: OverlappingSitesPanelProps) {
  const { t } = useTranslation();
  useEscape(true, onClose);
  const entity = (id: number) => snapshot.entities.find((one) => one.id === id)?.name ?? '';
  return (
    <section aria-label={t('map.overlapping')} className={`${layout.panel} ${layout.right}`}>
      <div className={panelStyles.head}>
        <h2 className={panelStyles.title}>{t('map.overlapping')}</h2>
        <IconButton name={t('map.closeOverlapping')} icon={<CloseOutlined />} onClick={onClose} />
      </div>
      <ul className={styles.lines}>
        {overlapping.map((one) => (
          <li key={one.site.siteId}>
            <SiteListItem
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
