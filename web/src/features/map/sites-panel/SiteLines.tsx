import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { useStableCallback } from '../../../ui/use-stable-callback.ts';
import type { Scale } from '../scale/shade.ts';
import { listByName, listWorst, type ShownSite } from '../sites/select-sites.ts';
import { SiteListItem } from './SiteListItem.tsx';
import styles from './sites-list.module.css';

interface SiteLinesProps {
  shown: readonly ShownSite[];
  scale: Scale;
  entities: readonly { id: number; name: string }[];
  chosenId?: number | undefined;
  /** Otherwise they keep their order. */
  order?: 'worst' | 'name';
  onChoose: (site: ShownSite) => void;
}

/** A long list is rendered in portions. */
const linesAtOnce = 100;

const listFirst = (sites: readonly ShownSite[], count: number) => sites.slice(0, count);

/** Sites line by line; thousands of them in portions. */
export function SiteLines(props: SiteLinesProps): ReactNode {
  const { shown, scale, entities, chosenId, order } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const [lines, setLines] = useState(linesAtOnce);
  const onChoose = useStableCallback(props.onChoose);
  const listed = useMemo(
    () => (order === 'worst' ? listWorst : order === 'name' ? listByName : listFirst)(shown, lines),
    [order, shown, lines],
  );
  const names = new Map(entities.map(({ id, name }) => [id, name]));
  const left = shown.length - lines;
  return (
    <ul className={styles.lines}>
      {listed.map((one) => (
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
            {t('map.list.more', { count: formatCount(left, language) })}
          </Button>
        </li>
      )}
    </ul>
  );
}
