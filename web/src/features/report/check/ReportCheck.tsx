import { checkReport } from '@limpid/contract/report/report-sign-off';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { call } from '../../../api/call.ts';
import { formatDay } from '../../../lib/dates.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './check.module.css';
import { FileComparison } from './FileComparison.tsx';

/** What a check code stands for, and whether a file is that PDF. Anybody may ask. */
export function ReportCheck() {
  const { t } = useTranslation();
  const { code } = useParams();
  const checked = useQuery({
    queryKey: [checkReport.path, code],
    queryFn: ({ signal }) => call(checkReport, { params: { code: code ?? '' }, signal, quiet: true }),
    enabled: code !== undefined,
    retry: false,
  });
  return (
    <>
      <CodeForm key={code} code={code ?? ''} />
      {code === undefined && <p className={styles.soft}>{t('report.check.explain')}</p>}
      {checked.isLoading && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {checked.error && (
        <Alert
          type="error"
          showIcon
          title={t('report.check.unknown')}
          description={checked.error.message}
          role="alert"
        />
      )}
      {checked.data && (
        <>
          <Published {...checked.data} />
          <FileComparison key={code} sha256={checked.data.sha256} />
        </>
      )}
    </>
  );
}

interface PublishedProps {
  title: string;
  first: string;
  last: string;
  sha256: string;
}

function Published({ title, first, last, sha256 }: PublishedProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [from, to] = [first, last].map((day) => formatDay(day, language));
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('report.check.reportTitle')}</dt>
        <dd>{title}</dd>
      </div>
      <div>
        <dt>{t('report.report.fields.period')}</dt>
        <dd>{first === last ? from : t('report.list.days', { first: from, last: to })}</dd>
      </div>
      <div>
        <dt>{t('report.view.sha256')}</dt>
        <dd className={styles.hash}>{sha256}</dd>
      </div>
    </dl>
  );
}

function CodeForm({ code }: { code: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(code);
  return (
    <Form
      layout="vertical"
      requiredMark={false}
      onFinish={() => typed.trim() && void navigate(`/report/check/${encodeURIComponent(typed.trim())}`)}
    >
      <Form.Item label={t('report.check.fields.code')} htmlFor="check-code">
        <span className={styles.code}>
          <Input
            id="check-code"
            value={typed}
            spellCheck={false}
            autoComplete="off"
            maxLength={64}
            placeholder="XXXXX-XXXXX-XXXXX-XXXXX-XXXXX-X"
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type={code === typed.trim() && code ? 'default' : 'primary'} htmlType="submit">
            {t('report.check.check')}
          </Button>
        </span>
      </Form.Item>
    </Form>
  );
}
