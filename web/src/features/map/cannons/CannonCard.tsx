import { CloseOutlined } from '@ant-design/icons';
import type { MappedCannon } from '@limpid/contract/fogcannon/cannon-order';
import { Button, Flex } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasAnyPermission } from '../../../api/session.ts';
import { CannonState } from '../../../query/cannons/CannonState.tsx';
import { cannonAddress } from '../../../query/cannons/cannon-address.ts';
import { ManualControl } from '../../../query/cannons/ManualControl.tsx';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useEscape } from '../../../ui/use-escape.ts';
import styles from './cannon-layer.module.css';

const SwitchDialog = lazy(async () => {
  const { SwitchDialog: dialog } = await import('../../../query/cannons/SwitchDialog.tsx');
  return { default: dialog };
});

/** The chosen cannon: state, problem, and the ways to switch and to open it. */
export function CannonCard({ cannon, onClose }: { cannon: MappedCannon; onClose: () => void }) {
  const { t } = useTranslation();
  const switching = useDialog<MappedCannon>();
  useEscape(!switching.open, onClose);
  const { cannonName, model, reach, problem, runStartedAt } = cannon;
  const facts = [model, reach !== null && t('fogcannon.map.reach', { metres: reach })];
  return (
    <section aria-label={cannonName} className={styles.card}>
      <header className={styles.cardHead}>
        <div>
          <h2 className={styles.cardName}>{cannonName}</h2>
          <div className={styles.soft}>{facts.filter(Boolean).join(' · ')}</div>
        </div>
        <IconButton name={t('fogcannon.map.close')} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      <CannonState cannon={cannon} />
      {runStartedAt && (
        <div className={styles.soft}>
          {t('fogcannon.cannon.fields.runStartedAt')} <DateTimeText value={runStartedAt} />
        </div>
      )}
      {problem && <div className={styles.soft}>{problem}</div>}
      <ManualControl cannon={cannon} />
      <Flex gap={8} wrap>
        {hasAnyPermission('fog:gun:operate') && (
          <Button type="primary" onClick={() => switching.show(cannon)}>
            {t('fogcannon.switch.action')}
          </Button>
        )}
        {hasAnyPermission('fog:gun:query') && (
          <Link to={cannonAddress(cannon.cannonId)}>
            <Button tabIndex={-1}>{t('fogcannon.map.open')}</Button>
          </Link>
        )}
      </Flex>
      {switching.subject && (
        <Suspense>
          <SwitchDialog
            key={switching.turn}
            cannon={switching.subject}
            open={switching.open}
            onClose={switching.hide}
          />
        </Suspense>
      )}
    </section>
  );
}
