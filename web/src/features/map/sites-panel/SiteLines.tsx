import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';
import { SiteListItem } from './SiteListItem.tsx';
import styles from './sites-list.module.css';

interface SiteLinesProps {
  shown: readonly ShownSite[];
  scale: Scale;
  entities: readonly { id: number; name: string }[];
  chosenId?: number | undefined;
  onChoose: (site: ShownSite) => void;
}

/** A long list is rendered in portions. */
const linesAtOnce = 100;

/** Sites line by line; thousands of them in portions. */
export function SiteLines({ shown, scale, entities, chosenId, onChoose }: SiteLinesProps): ReactNode {
  const { t } = useTranslation();
  const [lines, setLines] = useState(linesAtOnce);
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  const left = shown.length - lines;
  return (
    <ul className={styles.lines}>
      {shown.slice(0, lines).map((one) => (
        <li key={one.site.siteId}>
          <SiteListItem
            shown={one}
            scale={scale}
            entity={names.get(one.site.entityId) ?? ''}
            isChosen={one.site.siteId === chosenId}
            onChoose={onChoose}
          />
        </li>
      ))}
      {left > 0 && (
        <li>
          <Button block type="text" onClick={() => setLines(lines + linesAtOnce)}>
            {t('map.list.more', { count: left })}
          </Button>
        </li>
      )}
    </ul>
  );
}
