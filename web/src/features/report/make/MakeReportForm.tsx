import { languages } from '@limpid/contract/language';
import { Checkbox, Form, Input, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DraftProblem, ProblemOf } from './draft-problem.ts';
import styles from './make.module.css';
import { PeriodField } from './PeriodField.tsx';
import { ReportChannelPicker } from './ReportChannelPicker.tsx';
import { SectionList } from './SectionList.tsx';
import { SubjectField } from './SubjectField.tsx';
import { TemplateField } from './TemplateField.tsx';
import type { ReportDraftState } from './use-report-draft.ts';

interface MakeReportFormProps {
  state: ReportDraftState;
  problem: DraftProblem | undefined;
}

/** Everything that can be chosen for new reports. */
export function MakeReportForm({ state, problem }: MakeReportFormProps) {
  const { t } = useTranslation();
  const { draft, today, template, change } = state;
  const problemOf: ProblemOf = (...fields) =>
    problem && fields.includes(problem.field)
      ? { validateStatus: 'error', help: <span role="alert">{problem.message}</span> }
      : {};
  const label = (name: string) => t(`report.report.fields.${name}`);
  return (
    <Form layout="vertical" requiredMark={false} className={styles.form ?? ''}>
      <SubjectField state={state} problemOf={problemOf} />
      <Form.Item
        label={label('period')}
        htmlFor="report-period"
        {...problemOf('period', 'first', 'last')}
        {...(draft.period.last >= today &&
          draft.period.kind !== 'range' && { extra: t('report.make.running') })}
      >
        <PeriodField
          id="report-period"
          period={draft.period}
          today={today}
          onChange={(period) => change({ period })}
        />
      </Form.Item>
      <TemplateField state={state} problemOf={problemOf} />
      <Form.Item label={label('sections')} htmlFor="report-sections" {...problemOf('sections')}>
        <SectionList
          id="report-sections"
          value={draft.sections}
          onChange={(sections) => change({ sections })}
        />
      </Form.Item>
      <Form.Item label={label('languages')} {...problemOf('languages')} extra={t('report.make.eachLanguage')}>
        <Checkbox.Group
          aria-label={label('languages')}
          value={draft.languages}
          options={languages.map((value) => ({ value, label: t(`report.report.fields.language_${value}`) }))}
          onChange={(chosen) => change({ languages: languages.filter((one) => chosen.includes(one)) })}
        />
      </Form.Item>
      <Form.Item label={label('title')} htmlFor="report-title" {...problemOf('title')}>
        <Input
          id="report-title"
          maxLength={100}
          value={draft.title}
          placeholder={template?.title ?? t('report.make.usualTitle')}
          onChange={({ target }) => change({ title: target.value })}
        />
      </Form.Item>
      <Form.Item label={label('coverText')} htmlFor="report-cover" {...problemOf('coverText')}>
        <Input.TextArea
          id="report-cover"
          maxLength={2000}
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={draft.coverText}
          placeholder={template?.coverText ?? ''}
          onChange={({ target }) => change({ coverText: target.value })}
        />
      </Form.Item>
      <Form.Item label={label('approver')} htmlFor="report-approver" {...problemOf('approver')}>
        <Input
          id="report-approver"
          maxLength={64}
          value={draft.approver}
          placeholder={template?.approver ?? ''}
          onChange={({ target }) => change({ approver: target.value })}
        />
      </Form.Item>
      <Form.Item label={label('withLogo')} htmlFor="report-logo">
        <Switch id="report-logo" checked={draft.withLogo} onChange={(withLogo) => change({ withLogo })} />
      </Form.Item>
      <Form.Item label={label('files')} {...problemOf('withPdf', 'withWorkbook')}>
        <Checkbox checked={draft.withPdf} onChange={({ target }) => change({ withPdf: target.checked })}>
          {label('withPdf')}
        </Checkbox>
        <Checkbox
          checked={draft.withWorkbook}
          onChange={({ target }) => change({ withWorkbook: target.checked })}
        >
          {label('withWorkbook')}
        </Checkbox>
      </Form.Item>
      <Form.Item
        label={label('notifyChannelIds')}
        htmlFor="report-channels"
        {...problemOf('notifyChannelIds')}
      >
        <ReportChannelPicker
          id="report-channels"
          about={
            draft.target === 'site' && draft.siteId !== undefined
              ? { siteId: draft.siteId }
              : draft.target !== 'city' && draft.entityId !== undefined
                ? { entityId: draft.entityId }
                : {}
          }
          value={draft.notifyChannelIds}
          onChange={(ids) => change({ notifyChannelIds: ids ?? [] })}
        />
      </Form.Item>
    </Form>
  );
}
