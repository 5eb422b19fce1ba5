import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ProblemOf } from './draft-problem.ts';
import type { ReportDraftState } from './use-report-draft.ts';

interface TemplateFieldProps {
  state: ReportDraftState;
  problemOf: ProblemOf;
}

const own = 0;

/** A template, whose sections can be changed for this report, or none. */
export function TemplateField({ state: { draft, offer, change }, problemOf }: TemplateFieldProps) {
  const { t } = useTranslation();
  const options = [
    ...(offer.templates ?? []).map((template) => ({
      value: template.templateId,
      label: offer.nameOf(template),
    })),
    { value: own, label: t('report.make.ownSections') },
  ];
  return (
    <Form.Item
      label={t('report.report.fields.templateId')}
      htmlFor="report-template"
      {...problemOf('templateId')}
    >
      <Select
        id="report-template"
        value={offer.isPending ? null : (draft.templateId ?? own)}
        loading={offer.isPending}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        // The sections and the logo are those of the template again.
        onChange={(id) => change({ templateId: id || null, sections: undefined, withLogo: undefined })}
      />
    </Form.Item>
  );
}
