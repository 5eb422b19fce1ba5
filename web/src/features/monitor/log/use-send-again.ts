import { sendAgain } from '@limpid/contract/forward/reissue';
import { useMutation } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { formatCount } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';

/** Sends the readings of log entries again, after a confirmation. */
export function useSendAgain(): (logIds: number[]) => void {
  const { t } = useTranslation();
  const language = useLanguage();
  const { modal } = App.useApp();
  const sending = useMutation({
    mutationFn: (logIds: number[]) => call(sendAgain, { body: { logIds } }),
    onSuccess({ total }) {
      getNotifier().success(
        total === 0
          ? t('forward.reissue.againWaiting')
          : t('forward.reissue.againDone', { packets: formatCount(total, language) }),
      );
    },
  });
  return (logIds) =>
    modal.confirm({
      title: t('forward.reissue.againTitle', { entries: formatCount(logIds.length, language) }),
      content: t('forward.reissue.againNote'),
      okText: t('forward.reissue.again'),
      cancelText: t('kit.cancel'),
      onOk: () => new Promise<void>((close) => sending.mutate(logIds, { onSettled: () => close() })),
    });
}
