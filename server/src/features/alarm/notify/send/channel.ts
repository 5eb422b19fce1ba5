import type { Severity } from '@limpid/contract/alarm/alarm-rule';
import type { NotifyKind } from '@limpid/contract/alarm/notify-channel';
import type { Language } from '@limpid/contract/language';

/** A channel as it is stored; sealed columns are opened when something is sent. */
export interface NotifyChannel {
  notifyChannelId: number;
  notifyChannelName: string;
  kind: NotifyKind;
  status: string;
  deptId: number;
  language: Language;
  minSeverity: Severity;
  recipients: string | null;
  mailFrom: string | null;
  smtpUrl: string | null;
  url: string | null;
  method: 'GET' | 'POST';
  contentType: 'json' | 'form';
  bodyTemplate: string | null;
  templateSecret: string | null;
  robotUrl: string | null;
  signingSecret: string | null;
  previousSecret: string | null;
  rotatedAt: number | null;
}

/** Where a person is reached. */
export interface Addressee {
  userId: number;
  email: string | null;
  phonenumber: string | null;
}
