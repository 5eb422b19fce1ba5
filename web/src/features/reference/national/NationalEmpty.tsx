import { nationalControl } from '@limpid/contract/reference/national-control';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../../../api/Allowed.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';

/** Nothing has been imported yet: where to do it. */
export function NoHours() {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('analysis.national.none')}
      hint={t('analysis.national.noneHint')}
      action={
        <Allowed permission={[`${nationalControl.permission}:list`]}>
          <Link to={nationalControl.path}>
            <Button type="primary" tabIndex={-1}>
              {t('analysis.national.toImport')}
            </Button>
          </Link>
        </Allowed>
      }
    />
  );
}

/** No station published in the hour of the address. */
export function NothingInHour({ onNewest }: { onNewest: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('analysis.national.noHour')}
      hint={t('analysis.national.noHourHint')}
      action={<Button onClick={onNewest}>{t('analysis.national.newest')}</Button>}
    />
  );
}
