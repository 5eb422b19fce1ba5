import { localised } from '@limpid/contract/kit/resource';
import type { ResourceRow } from '../../resource/row.ts';
import { toText } from '../../resource/row.ts';
import { useLanguage } from '../../resource/use-language.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { MenuIcon } from '../../ui/icon/MenuIcon.tsx';
import styles from './basedata.module.css';

/** A channel by its icon and its name. */
export function ChannelName({ row }: { row: ResourceRow }) {
  const language = useLanguage();
  return (
    <span className={styles.name}>
      <MenuIcon name={toText(row.icon)} />
      <EllipsisText text={localised(row, 'channelName', language)} />
    </span>
  );
}
