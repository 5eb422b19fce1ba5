import { DAY_MS } from '@limpid/contract/durations';
import { formatDigits } from '@limpid/contract/local-time';
import { answerCommand } from '@limpid/hj212/answers';
import { deviceCommand } from '@limpid/hj212/commands';
import { executed } from '@limpid/hj212/exchange';
import { readFields } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';
import { isPasswordField } from '@limpid/hj212/secrets';
import type { App } from '../../../platform/app.ts';
import { runInBackground } from '../../../platform/background.ts';
import { type SiteDevice, siteChanged } from '../../reading/model.api.ts';
import type { OrderedCommand } from './device-log.store.ts';
import { adoptPassword, insertPasswordChange, removePasswordChange } from './password-change.store.ts';

/** Passwords that are being changed. Until it is known which one a device uses, the old and the new ones are accepted. */
export interface StationPasswords {
  /** Stores the password that a command is about to set, so that every process accepts it, also after a restart. */
  expect(order: OrderedCommand, device: SiteDevice, cp: string): Promise<void>;
  /** The command was not sent after all. */
  withdraw(order: OrderedCommand): Promise<void>;
  /** The command that sets a password has ended; returns the password if the device has accepted it. */
  conclude(order: OrderedCommand, cp: string): Promise<string | undefined>;
  /** A device with changes has sent an accepted packet: the password in it shows which one it uses. */
  recordUse(device: SiteDevice, packet: Packet): void;
}

const setPassword = String(deviceCommand.setPassword);
const answers = new Set<string>(Object.values(answerCommand));
/**
 * A packet with the old password proves that the device has kept it if it was made so long after the change: packets
 * made before it may be sent again later, and clocks of devices are wrong.
 */
const proofMs = DAY_MS;

type Deps = Pick<App, 'pool' | 'secrets' | 'bus' | 'clock' | 'background' | 'log' | 'errorLog'>;

export function openStationPasswords(app: Deps, directory: { refresh(): Promise<void> }): StationPasswords {
  /** Changes that are being decided: until then every packet of the device would decide them again. */
  const deciding = new Set<number>();

  function decide(logId: number, isChanged: () => Promise<boolean>): void {
    if (deciding.has(logId)) return;
    deciding.add(logId);
    runInBackground(app, async () => {
      try {
        if (await isChanged()) await app.bus.publish(siteChanged);
      } finally {
        deciding.delete(logId);
      }
    });
  }

  return {
    async expect({ commandCode, logId, siteId }, { mn, password }, cp) {
      const newPassword = readNewPassword(cp);
      if (commandCode !== setPassword || password === null || newPassword === undefined) return;
      const sealedPassword = app.secrets.seal(newPassword);
      const orderedAt = app.clock.now().getTime();
      await insertPasswordChange(app.pool, { siteId, logId, deviceSn: mn, sealedPassword, orderedAt });
      await app.bus.publish(siteChanged);
      // The device may use it in its answer.
      await directory.refresh();
    },
    async withdraw({ siteId, logId }) {
      if (await removePasswordChange(app.pool, siteId, logId)) await app.bus.publish(siteChanged);
    },
    async conclude({ commandCode, exchange, siteId, logId }, cp) {
      if (commandCode !== setPassword) return undefined;
      const isDone = exchange.phase === 'done' && exchange.result === executed;
      const end = isDone ? adoptPassword : removePasswordChange;
      if ((isDone || exchange.phase === 'refused') && (await end(app.pool, siteId, logId)))
        await app.bus.publish(siteChanged);
      return isDone ? readNewPassword(cp) : undefined;
    },
    recordUse({ siteId, zone, password, newPasswords }, packet) {
      const used = newPasswords.findLast((one) => one.password === packet.pw);
      if (used) return decide(used.logId, () => adoptPassword(app.pool, siteId, used.logId));
      if (packet.pw !== password) return;
      const madeAt = readTimeMade(packet);
      for (const { logId, orderedAt } of newPasswords)
        if (madeAt > formatDigits(orderedAt + proofMs, zone, 14))
          decide(logId, () => removePasswordChange(app.pool, siteId, logId));
    },
  };
}

/** When a device made a packet, by its own clock; empty for answers, which repeat the number of the request. */
function readTimeMade({ cn, qn, cp }: Packet): string {
  if (answers.has(cn)) return '';
  return qn ?? readFields(cp).find(({ name }) => name === 'DataTime')?.value ?? '';
}

/** The password that a command sets: devices of 2005 call it PW. */
function readNewPassword(cp: string): string | undefined {
  const secrets = readFields(cp).filter(({ name, value }) => isPasswordField(name) && value.trim() !== '');
  return (secrets.find(({ name }) => name === 'NewPW') ?? secrets.at(-1))?.value.trim();
}
