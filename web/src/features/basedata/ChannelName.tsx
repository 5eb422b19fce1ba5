import type { channel } from '@limpid/contract/basedata/channel';
import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import { useLanguage } from '../../resource/use-language.ts';
import { EllipsisText } from '../../ui/EllipsisText.tsx';
import { MenuIcon } from '../../ui/icon/MenuIcon.tsx';
import styles from './basedata.module.css';

/** A channel by its icon and its name. */
export function ChannelName({ row }: { row: RowOf<typeof channel> }) {
  const language = useLanguage();
  return (
    <span className={styles.name}>
      <MenuIcon name={row.icon ?? ''} />
      <EllipsisText text={localised(row, 'channelName', language)} />
    </span>
  );
}
