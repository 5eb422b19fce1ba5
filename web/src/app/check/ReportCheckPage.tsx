import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReportCheck } from '../../features/report/check/ReportCheck.tsx';
import { EntryPage } from '../login/EntryPage.tsx';

/** The public page that checks a published report by its code, without the console. */
export function ReportCheckPage() {
  const { t } = useTranslation();
  const [queries] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queries}>
      <EntryPage title={t('report.check.title')}>
        <ReportCheck />
      </EntryPage>
    </QueryClientProvider>
  );
}
