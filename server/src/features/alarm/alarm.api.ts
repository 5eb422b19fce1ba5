/** Alarms for the area `demo`: what people do about them, and what a webhook signs with; channels for other messages. */
export { acknowledge, clear, mute } from './log/alarm-action.store.ts';
export { alarmChanged } from './log/alarm-changed.ts';
export { type ChannelMessage, trySending } from './notify/delivery/send-message.ts';
export { makeWebhookSecret } from './notify/send/webhook.rule.ts';
