import { deviceCommand } from '@limpid/hj212/commands';
import { type CommandExchange, type ExchangeKind, exchangeKindOf } from '@limpid/hj212/exchange';
import type { Packet } from '@limpid/hj212/packet';
import { isSecretField } from '@limpid/hj212/secrets';
import type { StationReport } from '@limpid/hj212/station-report';
import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import { readAnsweredValues, readAnswers, readDeviceValues } from './answer-values.rule.ts';
import { findSentCommand, saveReadValues, saveWantedValues } from './parameter.store.ts';

const [readType, writeType, saveType] = ['0', '1', '5'];

interface SentCommand {
  logId: number;
  siteId: number;
  commandCode: string;
  kind: ExchangeKind;
  exchange: Pick<CommandExchange, 'phase'>;
  /** Its content as it was sent. */
  cp: string;
}

/**
 * Takes the values of a command: what the device has answered once it is done, and what was written to it, also before
 * the device has answered and if it refuses it.
 */
export async function saveParameters(
  pool: Pool,
  { logId, siteId, commandCode, kind, exchange, cp }: SentCommand,
): Promise<void> {
  const sent = await findSentCommand(pool, logId);
  if (!sent) return;
  const { logType, response, userName, at } = sent;
  // Measured data are readings, not parameters.
  if (logType === readType && kind !== 'readData' && exchange.phase === 'done') {
    const answers = readAnswers(response, commandCode).flatMap((answer) => readAnsweredValues(answer, cp));
    await saveReadValues(
      pool,
      keepParameters(answers).map((value) => ({ ...value, siteId, at })),
    );
  }
  if (logType === writeType || logType === saveType) {
    const written = keepParameters(readDeviceValues(cp));
    await saveWantedValues(
      pool,
      written.map((value) => ({ ...value, siteId, at })),
      { logId, userName },
    );
  }
}

/** The clock moves on by itself: what was read or written is no setting. */
function keepParameters<Value extends { code: string }>(values: readonly Value[]): Value[] {
  return values.filter(({ code }) => code !== 'SystemTime');
}

const serialNumber = String(deviceCommand.readSerialNumber);

/** Takes the serial number of another instrument, which a device reports unasked. */
export async function saveUploadedValues(
  pool: Pool,
  siteId: number,
  { cn, cp }: Pick<Packet, 'cn' | 'cp'>,
  at: number,
): Promise<void> {
  if (cn !== serialNumber) return;
  await saveReadValues(
    pool,
    readDeviceValues(cp).map((value) => ({ ...value, siteId, at })),
  );
}

/** Takes a value that has come after the end of its command. Station information is taken like a report of the device. */
export async function saveLateValues(
  pool: Pool,
  siteId: number,
  { cn, cp }: Pick<Packet, 'cn' | 'cp'>,
  at: number,
): Promise<void> {
  if (exchangeKindOf(Number(cn)) !== 'readValue' || cn === stationInfo) return;
  await saveReadValues(
    pool,
    keepParameters(readDeviceValues(cp)).map((value) => ({ ...value, siteId, at })),
  );
}

interface ReportedInfo {
  siteId: number;
  receivedAt: number;
  kind: string;
  content: string;
}

const stationInfo = '3020';
/** Logs are no parameters: `i11001`, `i21001`, `i31001`. */
const logCode = /^i\d1/;

/** Takes parameters and states that devices report unasked, in the transaction that stores the reports. */
export async function saveReportedParameters(
  client: Connection,
  reports: readonly ReportedInfo[],
): Promise<void> {
  const values = reports
    .filter(({ kind }) => kind === stationInfo)
    .flatMap(({ siteId, receivedAt: at, content }) => {
      const { polId, items } = JSON.parse(content) as StationReport;
      return items
        .filter(({ code }) => !logCode.test(code) && !isSecretField(code))
        .map(({ code, value }) => ({ siteId, at, polId: polId ?? '', code, value }));
    });
  await saveReadValues(client, values);
}
