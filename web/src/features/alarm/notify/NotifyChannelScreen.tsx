import {
  notifyChannel,
  personalKinds,
  robotKinds,
  testNotifyChannel,
} from '@limpid/contract/alarm/notify-channel';
import type { FieldName, RowOf } from '@limpid/contract/kit/row';
import { departmentChoices } from '@limpid/contract/system/department';
import { useMutation } from '@tanstack/react-query';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { getNotifier } from '../../../api/notifier.ts';
import { hasAnyPermission, useSession } from '../../../api/session.ts';
import { RuleSeverity } from '../../../query/alarm-rules/RuleSeverity.tsx';
import { FieldHint } from '../../../resource/form/FieldNote.tsx';
import { type FormInputs, noteOf } from '../../../resource/form/FormFields.tsx';
import { TreePicker } from '../../../resource/form/TreePicker.tsx';
import type { RowAction } from '../../../resource/list/RowActions.tsx';
import { StatusSwitch } from '../../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { rowId } from '../../../resource/row/row.ts';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { WebhookSecretDialog } from './WebhookSecretDialog.tsx';

type Row = RowOf<typeof notifyChannel>;
type Name = FieldName<typeof notifyChannel>;

const inputs: FormInputs = {
  deptId: <TreePicker endpoint={departmentChoices} />,
  [noteOf('recipients')]: <FieldHint text="notify.channel.recipientsNote" />,
  [noteOf('smtpUrl')]: <FieldHint text="notify.channel.smtpNote" />,
  bodyTemplate: (
    <Input.TextArea
      autoSize={{ minRows: 3, maxRows: 12 }}
      placeholder={'{"to": "{{phone}}", "text": "{{text}}"}'}
      spellCheck={false}
    />
  ),
  [noteOf('bodyTemplate')]: <FieldHint text="notify.channel.templateNote" />,
};

/** The kinds that have a field; fields without a line belong to all kinds. */
const fieldKinds: Partial<Record<Name, readonly string[]>> = {
  recipients: ['email', 'sms'],
  minSeverity: ['email', 'sms', 'webhook', ...robotKinds],
  language: ['email', 'sms', 'webhook', ...robotKinds],
  mailFrom: ['email'],
  smtpUrl: ['email'],
  url: ['webhook', 'sms'],
  method: ['sms'],
  contentType: ['sms'],
  bodyTemplate: ['sms'],
  robotUrl: robotKinds,
  signingSecret: ['dingtalk', 'feishu', 'sms'],
};

function isFieldShown(name: Name, { kind, method }: Partial<Row>): boolean {
  if (method === 'GET' && (name === 'contentType' || name === 'bodyTemplate')) return false;
  return fieldKinds[name]?.includes(kind ?? 'email') ?? true;
}

const cells: Cells<typeof notifyChannel> = {
  status: (row) => <StatusSwitch resource={notifyChannel} row={row} />,
  // A browser has no receivers of its own, for which alone the severity counts.
  minSeverity: ({ minSeverity, kind }) =>
    kind === 'browser' ? null : <RuleSeverity severity={minSeverity ?? ''} />,
  recipients: ({ recipients, kind, url }) => (
    <EllipsisText text={recipients ?? (kind === 'webhook' && url ? new URL(url).host : '')} />
  ),
};

export default function NotifyChannelScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const user = useSession((session) => session.user);
  const secret = useDialog<Row>();
  const test = useMutation({
    mutationFn: (row: Row) => call(testNotifyChannel, { params: { id: rowId(notifyChannel, row) } }),
    onSuccess: (_, { kind }) =>
      getNotifier().success(
        personalKinds.some((one) => one === kind)
          ? t('notify.channel.testSentToYou')
          : t('notify.channel.testSent'),
      ),
  });
  const actions = (row: Row): RowAction[] => [
    ...(hasAnyPermission('alarm:channel:test')
      ? [{ key: 'test', text: t('notify.channel.test'), run: () => test.mutate(row) }]
      : []),
    ...(row.kind === 'webhook' && hasAnyPermission('alarm:channel:edit')
      ? [{ key: 'secret', text: t('notify.channel.newSecret.action'), run: () => secret.show(row) }]
      : []),
  ];
  return (
    <>
      <ResourceScreen
        resource={notifyChannel}
        cells={cells}
        inputs={inputs}
        isFieldShown={isFieldShown}
        rowActions={actions}
        initialValues={() => ({ deptId: user?.deptId ?? undefined, language })}
      />
      {secret.subject && (
        <WebhookSecretDialog
          key={secret.turn}
          open={secret.open}
          row={secret.subject}
          onClose={secret.hide}
        />
      )}
    </>
  );
}
