import type { RowOf } from '@limpid/contract/kit/row';
import { findDeviceWrites, takesCoefficientCommands } from '@limpid/contract/site/coefficients';
import { listCoefficientStates, type site } from '@limpid/contract/site/site';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useChannelNames } from './use-channel-names.ts';
import { WriteList } from './WriteList.tsx';

type SiteRow = Partial<RowOf<typeof site>>;

/** Asks before saving a site writes K and B to its device; resolves to whether to save. */
export function useDeviceWriteConfirmation() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const nameOf = useChannelNames();
  return async (given: SiteRow, before: SiteRow | undefined): Promise<boolean> => {
    if (!takesCoefficientCommands(given.protocol)) return true;
    const siteId = before?.mn === given.mn ? before?.siteId : undefined;
    const onDevice =
      siteId === undefined ? [] : await call(listCoefficientStates, { params: { siteId } }).catch(() => null);
    // The request layer shows the error.
    if (!onDevice) return false;
    const writes = findDeviceWrites(given, before, onDevice);
    if (writes.length === 0) return true;
    return modal.confirm({
      title: t('site.site.deviceWrite.title', { name: given.siteName, mn: given.mn }),
      content: <WriteList note={t('site.site.deviceWrite.note')} writes={writes} nameOf={nameOf} />,
      okText: t('site.site.deviceWrite.action'),
      cancelText: t('kit.cancel'),
      focusable: { autoFocusButton: 'cancel' },
    });
  };
}
