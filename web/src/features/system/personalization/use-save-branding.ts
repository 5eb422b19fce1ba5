import { type Personalization, savePersonalization } from '@limpid/contract/system/personalization';
import { useMutation } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { loadBranding } from '../../../api/branding.ts';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { getNotifier } from '../../../api/notifier.ts';

/** Saves the branding and applies it at once; errors of the server appear at their field. */
export function useSaveBranding(
  form: FormInstance<Personalization>,
  onSaved: (saved: Partial<Personalization>) => void,
) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (changes: Partial<Personalization>) => call(savePersonalization, { body: changes }),
    onSuccess(_, changes) {
      getNotifier().success(t('system.personalization.saved'));
      void loadBranding();
      onSaved(changes);
    },
    onError(error) {
      const field = error instanceof CallError ? error.field : undefined;
      const name = Object.keys(form.getFieldsValue()).find((one) => one === field);
      if (name === undefined) {
        if (field !== undefined) getNotifier().error(error.message);
        return;
      }
      // The contract guarantees that this is a field of the form.
      const path = name as keyof Personalization;
      form.setFields([{ name: path, errors: [error.message] }]);
      form.scrollToField(path, { focus: true });
    },
  });
}
