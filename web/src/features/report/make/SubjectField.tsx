import { reportTargets } from '@limpid/contract/report/report-plan';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ProblemOf } from './draft-problem.ts';
import { ReportCityPicker, ReportEntityPicker, ReportSitePicker } from './SubjectPickers.tsx';
import type { ReportDraftState } from './use-report-draft.ts';

interface SubjectFieldProps {
  state: ReportDraftState;
  problemOf: ProblemOf;
}

/** What the report is about: its kind, then which one. */
export function SubjectField({ state: { draft, change }, problemOf }: SubjectFieldProps) {
  const { t } = useTranslation();
  const { target } = draft;
  return (
    <>
      <Form.Item label={t('report.report.fields.subject')} htmlFor="report-subject">
        <Select
          id="report-subject"
          value={target}
          options={reportTargets.map((value) => ({
            value,
            label: t(`report.plan.fields.subject_${value}`),
          }))}
          // Channels belong to the department of a subject, and sections to a template for it.
          onChange={(next) => change({ target: next, notifyChannelIds: [] })}
        />
      </Form.Item>
      {target === 'site' && (
        <Form.Item label={t('report.report.fields.siteId')} htmlFor="report-site" {...problemOf('siteId')}>
          <ReportSitePicker
            id="report-site"
            value={draft.siteId}
            onChange={(siteId) => change({ siteId: siteId ?? undefined, notifyChannelIds: [] })}
          />
        </Form.Item>
      )}
      {(target === 'entity' || target === 'entitySites') && (
        <Form.Item
          label={t('report.report.fields.entityId')}
          htmlFor="report-entity"
          {...problemOf('entityId')}
        >
          <ReportEntityPicker
            id="report-entity"
            value={draft.entityId}
            onChange={(entityId) => change({ entityId: entityId ?? undefined, notifyChannelIds: [] })}
          />
        </Form.Item>
      )}
      {target === 'city' && (
        <Form.Item
          label={t('report.report.fields.city')}
          htmlFor="report-city"
          {...problemOf('city', 'province', 'deptId')}
        >
          <ReportCityPicker
            id="report-city"
            value={draft.city}
            onChange={(city) => change({ city, notifyChannelIds: [] })}
          />
        </Form.Item>
      )}
    </>
  );
}
