import { formatDigits } from '@limpid/contract/local-time';
import { answerCommand, encodeAnswer, encodeRequested } from '@limpid/hj212/answers';
import { writeNumber } from '@limpid/hj212/numbers';
import type { Packet } from '@limpid/hj212/packet';
import type { App } from '../../../platform/app.ts';
import { runInBackground } from '../../../platform/background.ts';
import { makeStoredText } from '../../../platform/texts.ts';
import { presentValue, type SiteDevice } from '../../reading/model.api.ts';
import type { UploadLog } from '../uploads/upload-log.ts';
import { findPublishedReference, type PublishedReference } from './published-hour.store.ts';
import { fillReferenceTemplate, type ReferenceTexts } from './reference-template.rule.ts';

/** Answers to devices that ask for values of a reference station. */
export interface ReferenceAnswers {
  /** Logs the request with its answer; undefined if the log could not be written: the station asks again. */
  answer(packet: Packet, device: SiteDevice, onEnd: (frame: Buffer | undefined) => void): void;
}

interface Answer {
  sent: Buffer;
  /** The same without encryption, for the log. */
  plain: Buffer;
  description: string;
}

/** ExeRtn: execution failed, and there is no data. */
const [failed, noData] = [2, 100];

export function openReferenceAnswers(
  app: Pick<App, 'pool' | 'clock' | 'background' | 'log' | 'errorLog'>,
  uploads: Pick<UploadLog, 'storeRequest'>,
): ReferenceAnswers {
  async function log(packet: Packet, device: SiteDevice): Promise<Buffer> {
    const published = await findPublishedReference(app.pool, device.siteId, app.clock.now().getTime());
    const answer = makeAnswer(packet, device, published);
    await uploads.storeRequest(packet, device, { sent: answer.plain, description: answer.description });
    return answer.sent;
  }
  return {
    answer(packet, device, onEnd) {
      const logged = log(packet, device);
      runInBackground(app, async () => void (await logged));
      void logged.then(onEnd, () => onEnd(undefined));
    },
  };
}

function makeAnswer(
  packet: Packet,
  { zone, check, referenceRequest }: SiteDevice,
  published: PublishedReference | undefined,
): Answer {
  const { crc, sm4 } = check;
  const refuse = (result: number, key: string): Answer => {
    const sent = encodeAnswer(packet, { cn: answerCommand.execution, result }, { crc });
    return { sent, plain: sent, description: makeStoredText(`device.results.${key}`) };
  };
  if (!published || !referenceRequest) return refuse(noData, 'referenceNone');
  const items = fillReferenceTemplate(referenceRequest.template, listTexts(published, zone));
  try {
    const plain = encodeRequested(packet, items, { crc });
    const sent = sm4 ? encodeRequested(packet, items, { crc, sm4 }) : plain;
    const { stationName: name, stationCode: code, at } = published;
    const time = formatDigits(at, zone, 14).replace(/(....)(..)(..)(..)(..).*/, '$1-$2-$3 $4:$5');
    const description = makeStoredText('device.results.referenceSent', { name, code, time });
    return { sent, plain, description };
  } catch (error) {
    // A password of the device can leave no room for the values in a frame.
    if (!(error instanceof RangeError)) throw error;
    return refuse(failed, 'referenceLong');
  }
}

function listTexts(published: PublishedReference, zone: string): ReferenceTexts {
  const amount = (value: number | null) => (value === null ? null : writeNumber(presentValue(value)));
  return {
    station: published.stationCode,
    time: formatDigits(published.at, zone, 14),
    'PM2.5': amount(published.pm25),
    PM10: amount(published.pm10),
    SO2: amount(published.so2),
    NO2: amount(published.no2),
    O3: amount(published.o3),
    CO: amount(published.co),
    index: amount(published.aqi),
  };
}
