import { type Language, languages } from '@limpid/contract/language';
import { type ReportTarget, reportTargets } from '@limpid/contract/report/report-plan';
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { toText } from '../../../resource/row/row.ts';
import { ReportChannelPicker } from '../make/ReportChannelPicker.tsx';
import { ReportCityPicker } from '../make/SubjectPickers.tsx';
import { useTemplates } from '../make/use-templates.ts';

/** What the plan is about so far. */
function useTypedSubject() {
  const form = Form.useFormInstance();
  const subject: unknown = Form.useWatch('subject', form);
  const siteId: unknown = Form.useWatch('siteId', form);
  const entityId: unknown = Form.useWatch('entityId', form);
  const deptId: unknown = Form.useWatch('deptId', form);
  const target: ReportTarget = reportTargets.find((one) => one === subject) ?? 'site';
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return { target, siteId: number(siteId), entityId: number(entityId), deptId: number(deptId) };
}

/** Templates for the kind of subject; the server checks that one of an entity fits the site. */
export function PlanTemplate({ value, onChange, ...control }: FormControl<number | null | undefined>) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const { target, entityId } = useTypedSubject();
  const { templates, isPending, nameOf } = useTemplates(target, entityId);
  const offered =
    templates?.map((template) => ({ value: template.templateId, label: nameOf(template) })) ?? [];
  const isGone = typeof value === 'number' && !offered.some((one) => one.value === value);
  const gone = toText(form.getFieldValue('templateName')) || t('kit.form.stopped', { id: value });
  return (
    <Select<number | null>
      {...control}
      value={templates ? (value ?? null) : null}
      loading={isPending}
      options={isGone ? [...offered, { value, label: gone }] : offered}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

/** The city; its province is a field of its own. */
export function PlanCity({ value, onChange, ...control }: FormControl<string | null | undefined>) {
  const form = Form.useFormInstance();
  const province: unknown = Form.useWatch('province', form);
  return (
    <>
      <ReportCityPicker
        {...control}
        value={value ? { province: toText(province), city: value } : undefined}
        onChange={(chosen) => {
          form.setFieldValue('province', chosen?.province ?? null);
          onChange?.(chosen?.city ?? null);
        }}
      />
      <Form.Item name="province" hidden>
        <Input />
      </Form.Item>
    </>
  );
}

/** The languages in which reports are made. */
export function PlanLanguages({
  id,
  value,
  onChange,
}: FormControl<{ language: Language }[] | null | undefined>) {
  const { t } = useTranslation();
  const chosen = value?.map(({ language }) => language) ?? [];
  return (
    <Checkbox.Group
      {...(id !== undefined && { id })}
      aria-label={t('report.plan.fields.languages')}
      value={chosen}
      options={languages.map((language) => ({
        value: language,
        label: t(`report.report.fields.language_${language}`),
      }))}
      onChange={(next) =>
        onChange?.(languages.filter((one) => next.includes(one)).map((language) => ({ language })))
      }
    />
  );
}

/** Channels that serve the subject of the plan. */
export function PlanChannels(control: FormControl<number[] | null | undefined>) {
  const { target, siteId, entityId, deptId } = useTypedSubject();
  const about =
    target === 'site' && siteId !== undefined
      ? { siteId }
      : (target === 'entity' || target === 'entitySites') && entityId !== undefined
        ? { entityId }
        : target === 'city' && deptId !== undefined
          ? { deptId }
          : {};
  return <ReportChannelPicker {...control} about={about} />;
}
