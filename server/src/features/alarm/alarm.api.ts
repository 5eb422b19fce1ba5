/** Alarms for the area `demo`: what people do about them, and what a webhook signs with. */
export { acknowledge, clear, mute } from './log/alarm-action.store.ts';
export { alarmChanged } from './log/alarm-changed.ts';
export { makeWebhookSecret } from './notify/send/webhook.rule.ts';
