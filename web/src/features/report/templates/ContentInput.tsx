import type { ReportSectionKey } from '@limpid/contract/report/report-request';
import type { FormControl } from '../../../resource/form/form-control.ts';
import { SectionList } from '../make/SectionList.tsx';

type Content = { section: ReportSectionKey }[];

/** The sections of a template in their order. */
export function ContentInput({ id, value, onChange, ...control }: FormControl<Content | null | undefined>) {
  return (
    <SectionList
      {...(id !== undefined && { id })}
      value={value?.map(({ section }) => section) ?? []}
      aria-describedby={control['aria-describedby']}
      onChange={(sections) => onChange?.(sections.map((section) => ({ section })))}
    />
  );
}
