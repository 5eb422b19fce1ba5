import { type Language, say } from './texts.ts';

/** Every screen that administrators live in, with a text that stands there once it has been drawn. */
export function listScreens(language: Language): [path: string, text: string][] {
  const text = (key: string) => say(key, {}, language);
  return [
    ['/system/user', 'admin'],
    ['/system/role', 'operator'],
    ['/system/role-auth/user/2', text('system.roleUser.back')],
    ['/system/menu', 'system:user:list'],
    ['/system/dept', 'Limpid'],
    ['/system/notice', text('system.notice.fields.noticeTitle')],
    ['/system/personalization', text('system.personalization.title')],
    ['/system/log/operlog', text('monitor.operationLog.fields.title')],
    ['/system/log/logininfor', text('monitor.loginLog.fields.userName')],
    ['/system/log/error', text('monitor.errorLog.fields.message')],
    ['/system/log/forward', text('monitor.forwardLog.fields.businessKey')],
    ['/system/log/dataModify', text('monitor.dataLog.fields.siteName')],
    ['/monitor/online', '127.0.0.1'],
    ['/monitor/job', 'sessionTask.clean'],
    ['/job/log', text('monitor.task.title')],
    ['/tool/swagger', '/captchaImage'],
    ['/user/profile', 'admin'],
    ['/basic/channel', 'PM2.5'],
    ['/site/site', text('site.site.fields.mn')],
    ['/data/realtime', text('data.realtime.cards')],
  ];
}
