import type { Resource } from '@limpid/contract/kit/resource';
import type { ResourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import type { FormInputs } from './form/FormFields.tsx';
import { ResourceForm } from './form/ResourceForm.tsx';
import { ImportDialog } from './import/ImportDialog.tsx';
import type { Filter } from './list/use-resource-list.ts';
import type { ResourceRow } from './row.ts';
import { useDialog } from './use-dialog.ts';

/** The row that the form is about, or what a new one begins with. */
interface FormSubject {
  id?: number;
  initialValues?: ResourceRow;
}

export function useResourceDialogs() {
  return { form: useDialog<FormSubject>(), importing: useDialog() };
}

interface ResourceDialogsProps {
  resource: Resource;
  endpoints: ResourceEndpoints;
  dialogs: ReturnType<typeof useResourceDialogs>;
  fixedValues: Filter | undefined;
  inputs: FormInputs | undefined;
  isFieldShown?(name: string, values: ResourceRow): boolean;
}

/** What opens over a list: the form of one row, and the import. Neither is there before it is asked for. */
export function ResourceDialogs({ dialogs: { form, importing }, ...props }: ResourceDialogsProps) {
  return (
    <>
      {form.turn > 0 && (
        <ResourceForm
          {...props}
          key={`form${form.turn}`}
          open={form.open}
          id={form.subject?.id}
          initialValues={form.subject?.initialValues}
          onClose={form.hide}
        />
      )}
      {importing.turn > 0 && (
        <ImportDialog
          resource={props.resource}
          endpoints={props.endpoints}
          key={`import${importing.turn}`}
          open={importing.open}
          onClose={importing.hide}
        />
      )}
    </>
  );
}
