import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import { answerCommand } from '@limpid/hj212/answers';
import { deviceCommand } from '@limpid/hj212/commands';
import { type ExchangeEvent, exchangeKindOf, readAnswer, stepExchange } from '@limpid/hj212/exchange';
import { readExchange } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';
import type { App } from '../../../platform/app.ts';
import { runInBackground } from '../../../platform/background.ts';
import { busReconnected } from '../../../platform/bus.ts';
import { repeat } from '../../../platform/repeat.ts';
import { type SiteDevice, siteChanged } from '../../reading/model.api.ts';
import { saveParameters } from '../parameters/save-parameters.ts';
import { commandCancelled, commandOrdered } from './command-ordered.ts';
import {
  adoptOrder,
  countLateAnswer,
  type ExchangeNews,
  endAbandoned,
  isFollowedBy,
  listWaitingSites,
  type OrderedCommand,
  takeOrder,
} from './device-log.store.ts';
import { writePacketText } from './frame-text.rule.ts';
import type { CommandRunner, RunnerOptions } from './runner-options.ts';
import { nameChannel, pendingOf, type Running, readFor, timesAt, tryRunning } from './running-command.ts';
import { openStationQueues } from './station-queues.ts';
import { storeExchange, storeLateAnswer } from './store-exchange.ts';
import { endHopelessOrders, endLost, endTaken, returnTaken } from './unsent-order.store.ts';

const sweepMs = 5 * SECOND_MS;
/** After this time beyond its deadline no other process follows a command any more: one that is busy may be late. */
const abandonedMs = MINUTE_MS;
const readParameter = String(deviceCommand.readParameter);
const answers = new Set<string>([answerCommand.request, answerCommand.execution, answerCommand.notice]);

type Deps = Pick<App, 'pool' | 'clock' | 'bus' | 'log' | 'secrets' | 'background' | 'errorLog'>;

export function openCommandRunner(
  app: Deps,
  { directory, link, numbers, passwords, confirmCoefficients, process, onProgress }: RunnerOptions,
): CommandRunner {
  const running = new Map<number, Running>();
  /** The last command of each station that has ended: answers to it may be late. */
  const ended = new Map<number, Running>();
  const queues = openStationQueues(app);
  const { enqueue } = queues;
  /** Stations of which an answer waits for its turn while no command of theirs is followed here. */
  const unclaimed = new Set<number>();
  let isClosed = false;
  const now = () => app.clock.now().getTime();
  const deps = { secrets: app.secrets, clock: app.clock, log: app.log, directory, link };

  async function sendNext(device: SiteDevice): Promise<void> {
    const { siteId, mn, zone } = device;
    const connection = link.findConnection(mn);
    if (!connection || isClosed || running.has(siteId)) return;
    const attempt = { qn: numbers.make(zone), process, now: now(), connection };
    const taken = await takeOrder(app.pool, siteId, attempt);
    if (!taken) return;
    await numbers.recall(siteId);
    const { logId } = taken.order;
    const one = tryRunning(deps, taken, device, connection);
    if (typeof one === 'string') {
      await endTaken(app.pool, logId, one, now());
      onProgress(logId);
      return sendNext(device);
    }
    await passwords.expect(one.order, device, one.cp);
    const isStored = await store(one.order, { request: one.text });
    running.set(siteId, one);
    // A person may have cancelled it meanwhile, and the connection may be gone or another.
    if (!isStored || !link.send(mn, one.frame, connection)) {
      await passwords.withdraw(one.order);
      if (isStored) await returnTaken(app.pool, logId, now());
      onProgress(logId);
      return isStored ? forget(one) : end(one);
    }
    onProgress(logId);
    arm(one);
    // A value is wanted as of now, whatever becomes of the write.
    if (one.order.kind === 'execute') await saveParameters(app.pool, { ...one.order, cp: one.cp });
  }

  const store = (order: OrderedCommand, news: Omit<ExchangeNews, 'process' | 'now'>) =>
    storeExchange(app.pool, order, { process, now: now(), ...news }, () => isClosed);

  function arm(one: Running): void {
    clearTimeout(one.timer);
    const { deadline } = one.order.exchange;
    if (deadline === null || isClosed) return;
    one.timer = setTimeout(
      () => enqueue(one.order.siteId, () => step(one, { type: 'time' })),
      Math.max(0, deadline - now()),
    );
  }

  async function step(one: Running, event: ExchangeEvent, packet?: Packet): Promise<void> {
    if (running.get(one.order.siteId) !== one) {
      // It has ended while the packet waited for its turn.
      if (packet) await readStray(packet, one.device);
      return;
    }
    try {
      await advance(one, event, packet);
    } catch (error) {
      // What cannot be stored is no longer followed here: the row ends as interrupted, and later commands are sent.
      forget(one);
      throw error;
    }
  }

  async function advance(one: Running, event: ExchangeEvent, packet?: Packet): Promise<void> {
    const { order } = one;
    const times = timesAt(order, now());
    const { exchange, resend, isRepeat } = stepExchange(order.exchange, event, times, now());
    if (resend) return sendAgain(one, exchange);
    if (isRepeat) return;
    if (exchange !== order.exchange || packet) {
      order.exchange = exchange;
      const response = packet && writePacketText(packet);
      if (!(await store(order, response ? { response } : {}))) {
        if (response) await countLateAnswer(app.pool, order.siteId, order.qn, response);
        return end(one);
      }
      onProgress(order.logId);
    }
    if (exchange.deadline === null) return complete(one);
    arm(one);
  }

  /** The same request with the time of now, over the same connection; what cannot be written is not counted, and ends the command. */
  async function sendAgain(one: Running, exchange: OrderedCommand['exchange']): Promise<void> {
    const { order, device } = one;
    Object.assign(one, one.makeRequest());
    order.exchange = exchange;
    if (!(await store(order, { request: one.text }))) return end(one);
    const isWritten = link.send(device.mn, one.frame, one.connection);
    if (!isWritten) await endLost(app.pool, order.logId, exchange.sent - 1, now());
    onProgress(order.logId);
    return isWritten ? arm(one) : end(one);
  }

  async function complete(one: Running): Promise<void> {
    const { order, device, cp } = one;
    const newPassword = await passwords.conclude(order, cp);
    if (newPassword !== undefined) link.changePassword(device.mn, newPassword);
    await saveParameters(app.pool, { ...order, cp });
    if (order.exchange.phase === 'timedOut') link.closeIfDead(device.mn, order.exchange.startedAt);
    if (order.commandCode === readParameter) await confirmCoefficients(order.siteId);
    await end(one);
  }

  async function end(one: Running): Promise<void> {
    forget(one);
    // The site may have changed meanwhile.
    await sendNext(directory.findBySite(one.order.siteId) ?? one.device);
  }

  function forget(one: Running): void {
    clearTimeout(one.timer);
    const { siteId, qn } = one.order;
    if (running.get(siteId) === one) running.delete(siteId);
    ended.set(siteId, one);
    numbers.retire(siteId, qn);
  }

  /**
   * Reads a packet that fitted no command here when it came: it is late, or answers a command that another process has
   * sent. False if it answers none.
   */
  async function readStray(packet: Packet, device: SiteDevice): Promise<boolean> {
    const { siteId } = device;
    const followed = running.get(siteId);
    // A packet before this one has made the command known here.
    const answer = followed?.isAdopted ? readFor(followed, packet, numbers) : undefined;
    if (followed && answer) {
      await step(followed, answer, packet);
      return true;
    }
    const qn = readExchange(packet);
    if (qn === null) return false;
    await numbers.recall(siteId);
    if (!answers.has(packet.cn) && !numbers.isEarlier(siteId, qn)) return false;
    if (await storeLateAnswer(app.pool, siteId, qn, packet, now())) return true;
    return running.has(siteId) ? false : adopt(packet, device, qn);
  }

  /** Follows a command that another process has sent, from this answer on. */
  async function adopt(packet: Packet, device: SiteDevice, qn: string): Promise<boolean> {
    const connection = link.findConnection(device.mn);
    const taken = connection && (await adoptOrder(app.pool, device.siteId, process, qn));
    if (!connection || !taken) return false;
    const made = tryRunning(deps, taken, device, connection);
    if (typeof made === 'string') return false;
    const one = { ...made, isAdopted: true };
    // What another process has sent is not sent again.
    one.order.times = { ...one.order.times, retries: 0 };
    running.set(device.siteId, one);
    const event = readAnswer(packet, pendingOf(one), () => false);
    if (event) await step(one, event, packet);
    else arm(one);
    return true;
  }

  /** Whether a packet has the QN of a command before the one in flight. */
  function hasEarlierQn(packet: Packet, siteId: number): boolean {
    const qn = readExchange(packet);
    return qn !== null && qn !== running.get(siteId)?.order.qn && numbers.isEarlier(siteId, qn);
  }

  async function sweep(): Promise<void> {
    await endHopelessOrders(app.pool, now());
    const followed = [...running.values()].map(({ order }) => order.logId);
    await endAbandoned(app.pool, { process, followed, overdue: now() - abandonedMs, now: now() });
    await attendWaiting();
    await confirmCoefficients();
  }

  /** Sends what waits for a device, unless a command to it is in flight. */
  async function attendDevice(device: SiteDevice): Promise<void> {
    const one = running.get(device.siteId);
    // Another process may have taken it over and finished it.
    if (one && !(await isFollowedBy(app.pool, process, one.order.logId))) forget(one);
    await sendNext(device);
  }

  async function attendWaiting(): Promise<void> {
    for (const siteId of await listWaitingSites(app.pool)) attendSite(siteId);
  }

  function attendSite(siteId: number): void {
    const device = directory.findBySite(siteId);
    if (device && link.findConnection(device.mn)) enqueue(siteId, () => attendDevice(device));
  }

  const unsubscribe = [
    app.bus.subscribe(commandOrdered, ({ siteIds }) => siteIds.forEach(attendSite)),
    app.bus.subscribe(commandCancelled, ({ logId, siteId }) => {
      const one = running.get(siteId);
      if (one?.order.logId === logId) enqueue(siteId, () => end(one));
    }),
    app.bus.subscribe(busReconnected, () => runInBackground(app, sweep)),
    // A change of a site may have ordered that K and B are written.
    app.bus.subscribe(siteChanged, () => runInBackground(app, attendWaiting)),
  ];
  // What the process before this one left behind is found at once.
  runInBackground(app, sweep);
  const stopSweep = repeat(sweepMs, sweep, (error) =>
    app.log.warn({ err: error }, 'checking commands to devices failed'),
  );

  return {
    receive(packet, device) {
      const { siteId } = device;
      const one = running.get(siteId);
      const event = one && readFor(one, packet, numbers);
      if (one && event) {
        enqueue(siteId, () => step(one, event, packet));
        return true;
      }
      const isAnswer = answers.has(packet.cn);
      const isLate = hasEarlierQn(packet, siteId);
      // A value may be late, or of a command that another process has sent; most are sent unasked.
      const mayAnswer = exchangeKindOf(Number(packet.cn)) === 'readValue' || (!one && unclaimed.has(siteId));
      if (!isAnswer && !isLate && !mayAnswer) return false;
      if (isAnswer && !one) unclaimed.add(siteId);
      const found = queues
        .run(siteId, () => readStray(packet, device))
        .finally(() => {
          if (isAnswer) unclaimed.delete(siteId);
        });
      // While the database cannot be reached, nothing is refused.
      return isAnswer || isLate || found.catch(() => true);
    },
    completeAnswer(packet, { siteId }) {
      const one = running.get(siteId);
      if (one && readFor(one, packet, numbers)) return nameChannel(packet, one);
      const before = ended.get(siteId);
      return before?.order.qn === readExchange(packet) ? nameChannel(packet, before) : packet;
    },
    attend(mn) {
      const device = directory.findByMn(mn);
      if (!device) return;
      numbers.expire(device.siteId);
      enqueue(device.siteId, () => attendDevice(device));
    },
    async close() {
      isClosed = true;
      for (const stop of unsubscribe) stop();
      await stopSweep();
      for (const one of running.values()) clearTimeout(one.timer);
      await queues.settle();
    },
  };
}
