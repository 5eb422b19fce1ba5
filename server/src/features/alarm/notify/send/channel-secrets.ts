import type { Secrets } from '../../../../platform/secrets.ts';
import type { NotifyChannel } from './channel.ts';

/** The address of a robot, a webhook or an SMS gateway; one from before addresses were sealed is stored as it is. */
export function openAddress(
  secrets: Secrets,
  { robotUrl, url }: Pick<NotifyChannel, 'robotUrl' | 'url'>,
): string {
  return robotUrl ? secrets.open(robotUrl) : (url ?? '');
}

/** The body that an SMS gateway is sent, as a template. */
export function openTemplate(
  secrets: Secrets,
  { templateSecret, bodyTemplate }: Pick<NotifyChannel, 'templateSecret' | 'bodyTemplate'>,
): string {
  return templateSecret ? secrets.open(templateSecret) : (bodyTemplate ?? '');
}
