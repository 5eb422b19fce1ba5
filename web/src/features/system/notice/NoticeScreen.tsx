import { notice } from '@limpid/contract/system/notice';
import { useTranslation } from 'react-i18next';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { NoticeEditor } from './NoticeEditor.tsx';

export default function NoticeScreen() {
  const { t } = useTranslation();
  const label = t('system.notice.fields.noticeContent');
  return <ResourceScreen resource={notice} inputs={{ noticeContent: <NoticeEditor aria-label={label} /> }} />;
}
