import type { Resource } from '@limpid/contract/kit/resource';
import { statusEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { getNotifier } from '../../api/notifier.ts';
import { hasAnyPermission } from '../../api/session.ts';
import { type ResourceRow, rowId, rowName } from '../row/row.ts';
import { invalidatePath } from '../row/use-resource-writes.ts';
import styles from '../row-controls.module.css';
import { useLanguage } from '../use-language.ts';

interface StatusSwitchProps {
  resource: Resource;
  row: ResourceRow & { status: string | null };
  /** The permission that the switch requires, if it is not that of an edit. */
  permission?: string;
  /** What else happens when the row is disabled. */
  stopNote?: string;
  /** The switch is disabled for everyone. */
  isKept?: boolean;
}

/** Enables or disables a row after a confirmation; changes only when the server has confirmed. */
export function StatusSwitch({ resource, row, permission, stopNote, isKept }: StatusSwitchProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { modal } = App.useApp();
  const client = useQueryClient();
  const isOn = row.status === '0';
  const name = rowName(resource, row, language);
  const endpoint = statusEndpoint(resource, permission);

  async function change() {
    const body = { [resource.id]: rowId(resource, row), status: isOn ? '1' : '0' };
    const [result] = await Promise.allSettled([call(endpoint, { body })]);
    // The request layer has shown the error.
    if (result.status === 'rejected') return;
    getNotifier().success(t('kit.status.done'));
    await invalidatePath(client, resource.path);
  }

  function ask(): string {
    if (!isOn) return t('kit.status.startQuestion', { name });
    const question = t('kit.status.stopQuestion', { name });
    return stopNote === undefined ? question : t('kit.remove.noted', { question, note: stopNote });
  }

  return (
    <button
      type="button"
      role="switch"
      className={styles.switch}
      aria-checked={isOn}
      aria-label={t('kit.status.of', { name })}
      disabled={isKept || !hasAnyPermission(endpoint.access.permission)}
      onClick={() =>
        modal.confirm({
          title: isOn ? t('kit.status.stopTitle') : t('kit.status.startTitle'),
          content: ask(),
          okText: isOn ? t('kit.status.stop') : t('kit.status.start'),
          cancelText: t('kit.cancel'),
          okButtonProps: { danger: isOn },
          onOk: change,
        })
      }
    />
  );
}
