import { editProfile, profileFields } from '@limpid/contract/system/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { changeUser } from '../../../api/session.ts';
import { FieldInput } from '../../../resource/form/FieldInput.tsx';
import { fieldRules } from '../../../resource/form/field-rules.ts';
import styles from './profile.module.css';
import { type Profile, profileKey } from './use-profile.ts';

type Name = keyof typeof profileFields;
type Values = Pick<Profile['data'], Name>;

const named = (name: Name) => ({ name, field: profileFields[name], label: `system.profile.fields.${name}` });
const isName = (name: string | undefined): name is Name => name !== undefined && name in profileFields;

export function BasicForm({ profile: { data } }: { profile: Profile }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (body: Values) => call(editProfile, { body }),
    onSuccess(_, { nickName }) {
      changeUser({ nickName: nickName.trim() });
      void client.invalidateQueries({ queryKey: profileKey, exact: true });
      getNotifier().success(t('kit.form.saved'));
    },
    onError(error) {
      const field = error instanceof CallError ? error.field : undefined;
      if (!isName(field)) return;
      form.setFields([{ name: field, errors: [error.message] }]);
      form.focusField(field);
    },
  });
  const item = (name: Name) => ({
    name,
    label: t(named(name).label),
    rules: fieldRules(named(name), t),
    validateFirst: true,
  });
  const { nickName, phonenumber, email, sex } = data;
  return (
    <Form<Values>
      form={form}
      name="profile"
      layout="vertical"
      scrollToFirstError={{ focus: true }}
      initialValues={{ nickName, phonenumber, email, sex }}
      onFinish={(values) => !saving.isPending && saving.mutate(values)}
      className={styles.basic}
    >
      <Form.Item {...item('nickName')}>
        <Input autoComplete="nickname" />
      </Form.Item>
      <Form.Item {...item('phonenumber')}>
        <Input type="tel" autoComplete="tel" />
      </Form.Item>
      {/* Pasted addresses often contain a space, which is never valid. */}
      <Form.Item {...item('email')} normalize={(text: string) => text.replace(/\s/g, '')}>
        <Input inputMode="email" autoComplete="email" />
      </Form.Item>
      <Form.Item {...item('sex')}>
        <FieldInput field={named('sex')} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={saving.isPending && { delay: 200 }}>
        {t('kit.form.save')}
      </Button>
    </Form>
  );
}
