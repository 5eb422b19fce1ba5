import type { ReportDocument } from '@limpid/contract/report/document';
import { Alert, Skeleton } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ReportDocumentView } from '../document/ReportDocumentView.tsx';
import styles from './make.module.css';

interface PreviewPaneProps {
  preview: { data: ReportDocument | undefined; isPending: boolean; error: Error | null };
  /** Something was changed since. */
  isOutdated: boolean;
  /** The report is one of several, for the first site of an entity. */
  isFirstOfSeveral: boolean;
  onRetry: () => void;
}

/** How the report would look now. */
export function PreviewPane({ preview, isOutdated, isFirstOfSeveral, onRetry }: PreviewPaneProps) {
  const { t } = useTranslation();
  const { data, isPending, error } = preview;
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen it is below the form.
    if (isPending) pane.current?.scrollIntoView({ block: 'start' });
  }, [isPending]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keys
    <section ref={pane} aria-label={t('report.make.preview')} tabIndex={0} className={styles.preview}>
      {data && isOutdated && !isPending && (
        <Alert type="info" showIcon className={styles.hint ?? ''} title={t('report.make.outdated')} />
      )}
      {data && isFirstOfSeveral && (
        <Alert type="info" showIcon className={styles.hint ?? ''} title={t('report.make.firstOfSeveral')} />
      )}
      {isPending && (
        <div className={styles.waiting}>
          <Skeleton active title paragraph={{ rows: 12 }} />
        </div>
      )}
      {!isPending && error && (
        <ErrorState
          title={t('report.make.previewFailed')}
          detail={error.message}
          retryText={t('kit.states.retry')}
          onRetry={onRetry}
        />
      )}
      {!isPending && !error && !data && (
        <EmptyState title={t('report.make.noPreview')} hint={t('report.make.noPreviewHint')} />
      )}
      {!isPending && !error && data && <ReportDocumentView document={data} />}
    </section>
  );
}
