import { hasClockChanges } from '@limpid/contract/local-time';
import { isZone } from '@limpid/contract/zone';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../api/server-clock.ts';
import styles from '../forward.module.css';

/** What the zone is for; a warning if its clock changes, because only JSON carries instants. */
export function ZoneNote() {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const zone: unknown = Form.useWatch('zone', form);
  const protocol: unknown = Form.useWatch('protocol', form);
  const [now] = useState(() => serverNow());
  const isAmbiguous =
    String(protocol ?? 'hj212').startsWith('hj212') &&
    typeof zone === 'string' &&
    isZone(zone) &&
    hasClockChanges(zone, now);
  return (
    <>
      {t('forward.target.notes.zone')}
      {isAmbiguous && <output className={styles.warning}>{t('forward.target.notes.clockChanges')}</output>}
    </>
  );
}
