import { releaseCannon } from '@limpid/contract/fogcannon/cannon-order';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { getNotifier } from '../../api/notifier.ts';
import { hasAnyPermission } from '../../api/session.ts';
import { invalidatePath } from '../../resource/row/use-resource-writes.ts';
import { type ManualCannon, useManualTime } from './use-manual.ts';

/** Gives a cannon back to the linkage rules. */
export function useReleaseCannon() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (cannonId: number) => call(releaseCannon, { params: { id: cannonId } }),
    onSuccess: () => {
      getNotifier().success(t('fogcannon.manual.released'));
      return invalidatePath(client, '/fog/');
    },
  });
}

/** Until when a person is in control of a cannon; nothing if the rules are. */
export function ManualText({ cannon }: { cannon: ManualCannon }) {
  const { t } = useTranslation();
  const time = useManualTime(cannon);
  return time === undefined ? null : t('fogcannon.manual.until', { time });
}

/** The same with a button that gives the cannon back to the rules. */
export function ManualControl({ cannon }: { cannon: ManualCannon }) {
  const { t } = useTranslation();
  const time = useManualTime(cannon);
  const release = useReleaseCannon();
  // A dialog keeps the state that it was opened with.
  if (time === undefined || release.isSuccess) return null;
  return (
    <Flex gap="8px 12px" wrap align="center" justify="space-between">
      {t('fogcannon.manual.until', { time })}
      {hasAnyPermission('fog:gun:operate') && (
        <Button size="small" loading={release.isPending} onClick={() => release.mutate(cannon.cannonId)}>
          {t('fogcannon.manual.release')}
        </Button>
      )}
    </Flex>
  );
}
