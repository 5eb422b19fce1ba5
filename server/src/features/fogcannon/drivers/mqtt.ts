import { fillPlaceholders } from '../../../platform/placeholders.rule.ts';
import {
  type CannonLink,
  type CannonReading,
  DriverError,
  type DriverOrder,
  mayHaveArrived,
} from './driver.ts';
import { refuseExpired } from './expiry.rule.ts';
import { orderValues } from './http.ts';
import { readSwitchState, reported } from './json-path.rule.ts';
import type { Broker } from './mqtt-broker.ts';
import type { MqttSettings } from './settings.ts';

/** A cannon behind an MQTT relay: commands go to one topic, its state comes by another. */
export function makeMqttLink(
  { now, broker, release }: { now: () => number; broker: Broker; release: () => void },
  settings: MqttSettings,
): CannonLink {
  const { commandTopic, state, status, jogBody } = settings;
  let reading: CannonReading | undefined;
  /** A command was sent, and the relay has not reported since: a retained state may be older. */
  let isOld = false;
  let isOnline = status === null;
  const leaves: (() => void)[] = [];
  let tell: (reading: CannonReading | undefined) => void = () => undefined;

  function update(next: CannonReading | undefined): void {
    reading = next;
    tell(isOnline ? reading : undefined);
  }

  if (state) {
    const leave = broker.subscribe(state.topic, (message) => {
      const isOn = message && readSwitchState(message.text, state);
      if (isOn !== undefined && !message?.isRetained) isOld = false;
      update(isOn === undefined ? undefined : reported(isOn));
    });
    leaves.push(leave);
  }
  if (status) {
    const leave = broker.subscribe(status.topic, (message) => {
      isOnline = message?.text.trim() === status.onlineText;
      tell(isOnline ? reading : undefined);
    });
    leaves.push(leave);
  }

  async function send(template: string, order: DriverOrder, seconds = 0): Promise<void> {
    await check();
    refuseExpired(order, now());
    const expiresAfterMs = order.expiresAt === null ? undefined : order.expiresAt - now();
    const isJson = /^\s*[[{]/.test(template);
    const payload = fillPlaceholders(template, orderValues(order, seconds), isJson ? 'json' : 'form');
    const wasOld = isOld;
    isOld = true;
    await broker.publish(commandTopic, payload, expiresAfterMs).catch((error: unknown) => {
      if (!mayHaveArrived(error)) isOld = wasOld;
      throw error;
    });
  }

  async function check(): Promise<void> {
    await broker.tried;
    const problem = broker.problem() ?? (isOnline ? undefined : new DriverError('fog.relay_offline'));
    if (problem) throw problem;
  }

  async function readState(): Promise<CannonReading> {
    await check();
    if (!reading) return fail();
    return isOld ? { ...reading, isOld } : reading;
  }

  function fail(): never {
    throw new DriverError('fog.state_unread');
  }

  return {
    timesJog: jogBody !== null,
    timesRun: jogBody !== null,
    switchOn: (order) => send(settings.onBody, order),
    switchOff: (order) => send(settings.offBody, order),
    jog: (order, seconds) => send(jogBody ?? settings.onBody, order, seconds),
    readState: state ? readState : undefined,
    check,
    watch(listener) {
      tell = listener;
      // A relay that reports neither state nor status is lost with its broker.
      if (!state && !status) leaves.push(broker.watch(() => listener(undefined)));
    },
    close() {
      for (const leave of leaves) leave();
      release();
    },
  };
}
