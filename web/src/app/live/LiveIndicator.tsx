import { DisconnectOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveStatus } from '../../api/live/live.ts';
import styles from './live.module.css';

/** Most interruptions are shorter than this and are not shown. */
const showDelayMs = 4000;

/** Shows in the top bar that the live connection is lost. */
export function LiveIndicator() {
  const { t } = useTranslation();
  const state = useLiveStatus((status) => status.state);
  const isLost = state === 'lost' || state === 'connecting' || state === 'ended';
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isLost) return undefined;
    const timer = setTimeout(() => setShown(true), showDelayMs);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isLost]);
  const text = state === 'ended' ? t('live.ended') : t('live.lost');
  return (
    <output>
      {isLost && isShown && (
        <Tooltip title={text}>
          <span className={styles.lost}>
            <DisconnectOutlined aria-hidden />
            <span className={styles.lostText}>{text}</span>
          </span>
        </Tooltip>
      )}
    </output>
  );
}
