import { SearchOutlined } from '@ant-design/icons';
import { comparedMeasures, exportNewestHours } from '@limpid/contract/reference/newest-hours';
import { Input, Select, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pollutantSign } from '../../../air/pollutants.ts';
import { ExportButton } from '../../../query/result/ExportButton.tsx';
import { ListPagination } from '../../../resource/list/ListPagination.tsx';
import frame from '../../../resource/resource.module.css';
import { useLanguage } from '../../../resource/use-language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { NetworkSelect } from '../NetworkSelect.tsx';
import { NewestTable } from './NewestTable.tsx';
import styles from './newest.module.css';
import { useNewestHours } from './use-newest-hours.ts';

/** The newest hour of every official station, beside the nearest own site. */
export function NewestHours({ viewSwitch }: { viewSwitch: ReactNode }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const state = useNewestHours();
  const { data, error, measure, question } = state;
  const write = (key: string) => t(`analysis.nationalControl.newest.${key}`);
  const empty =
    question.search || state.level ? (
      <EmptyState title={t('data.query.nothingFound')} hint={write('searchHint')} />
    ) : (
      <EmptyState title={write('empty')} hint={write('emptyHint')} />
    );
  return (
    <section aria-label={t('analysis.nationalControl.title')} className={`${frame.screen} ${styles.screen}`}>
      <div className={`${frame.toolbar} ${styles.toolbar}`} role="toolbar" aria-label={t('kit.list.actions')}>
        {viewSwitch}
        <Input
          allowClear
          className={styles.search}
          prefix={<SearchOutlined aria-hidden />}
          aria-label={write('search')}
          placeholder={write('search')}
          value={state.search}
          onChange={({ target }) => state.searchFor(target.value)}
        />
        <Select
          className={styles.compare}
          aria-label={write('compare')}
          prefix={<span className={styles.soft}>{write('compare')}</span>}
          value={measure}
          options={comparedMeasures.map((one) => ({
            value: one,
            label:
              one === 'aqi'
                ? t('analysis.nationalControl.fields.aqi')
                : (pollutantSign(one, language) ?? one),
          }))}
          onChange={state.compareBy}
        />
        <NetworkSelect value={state.level} onChange={state.showNetwork} />
        <ExportButton endpoint={exportNewestHours} query={question} />
      </div>
      {error && !data ? (
        <ErrorState
          title={t('kit.states.listFailed')}
          detail={error.message}
          note={t('kit.states.searchKept')}
          retryText={t('kit.states.retry')}
          onRetry={state.refetch}
        />
      ) : (
        <>
          {!state.sort && <p className={styles.note}>{write('nearFirst')}</p>}
          <Spin spinning={state.isPending || state.isShowingPreviousPage} delay={200}>
            <NewestTable state={state} empty={data ? empty : <div className={styles.waiting} />} />
          </Spin>
          <ListPagination list={{ ...state, response: data && { total: data.total } }} />
        </>
      )}
    </section>
  );
}
