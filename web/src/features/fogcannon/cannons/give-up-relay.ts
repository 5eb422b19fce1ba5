import type { fogCannon } from '@limpid/contract/fogcannon/cannon';
import { giveUpRelay } from '@limpid/contract/fogcannon/cannon-order';
import type { RowOf } from '@limpid/contract/kit/row';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';

type Cannon = RowOf<typeof fogCannon>;

/** Whether a cannon cannot be reached and has not said that it is off. */
export function mayBeLeftOn({ linkState, switchState, commandedState }: Cannon): boolean {
  return linkState !== 'up' && switchState !== 'off' && commandedState !== null;
}

/** Asks whether a relay that cannot be reached is left as it is, so that its cannon can be changed or removed. */
export function useGiveUpRelay(): (cannon: Cannon) => void {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  return ({ cannonId, cannonName }) => {
    modal.confirm({
      title: t('fogcannon.giveUp.title', { name: cannonName }),
      content: t('fogcannon.giveUp.hint'),
      okText: t('fogcannon.giveUp.action'),
      cancelText: t('kit.cancel'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      async onOk() {
        await call(giveUpRelay, { params: { id: cannonId } });
        getNotifier().success(t('fogcannon.giveUp.done'));
      },
    });
  };
}
