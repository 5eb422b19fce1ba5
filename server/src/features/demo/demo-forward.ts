import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { parameter } from '@limpid/contract/system/parameter';
import { openDataReceiver, type ReceiverMode, receiverModes } from '@limpid/simulator/receiver/data-receiver';
import type { App } from '../../platform/app.ts';
import { runInBackground } from '../../platform/background.ts';
import { runOnce } from '../../platform/db/migrate.ts';
import { parametersChanged } from '../../platform/parameters.store.ts';
import { forwardTargetsEdited } from '../forward/forward.api.ts';
import { insertDemoTarget, receiverParameter, updateTargetPort } from './demo-forward.store.ts';

const step = { name: 'demo_0177_forward_target', checksum: 'once', run: insertDemoTarget };

type Deps = Pick<App, 'pool' | 'outbound' | 'parameters' | 'bus' | 'background' | 'log' | 'errorLog'>;

interface DemoForwarding {
  /** Adds the target at the first start. What is stored before is not forwarded. */
  addTarget(): Promise<void>;
  close(): void;
}

/**
 * A receiver of the simulator at the loopback address, which one entity of the demo is forwarded to. A parameter makes it
 * slow or away.
 */
export async function openDemoForwarding(app: Deps): Promise<DemoForwarding> {
  const { pool, outbound, parameters, bus } = app;
  const receiver = await openDataReceiver();
  const forbid = outbound.allowOwnServer(receiver.port);
  const followMode = async () =>
    receiver.setMode(readMode(await parameters.get(receiverParameter)) ?? 'normal');
  const leave = bus.subscribe(parametersChanged, () => runInBackground(app, followMode));
  await followMode();

  // The receiver gets another port at every start.
  async function announcePort(): Promise<void> {
    if ((await updateTargetPort(pool, receiver.port)) > 0) await bus.publish(forwardTargetsEdited);
  }
  await announcePort();
  return {
    async addTarget() {
      if ((await runOnce(pool, 'schema_seed', [step])).length === 0) return;
      await parameters.clear();
      await announcePort();
    },
    close() {
      leave();
      forbid();
      void receiver.close();
    },
  };
}

function readMode(text: string | undefined): ReceiverMode | undefined {
  return receiverModes.find((mode) => mode === text?.trim());
}

export function addDemoReceiverCheck({ parameters }: Pick<App, 'parameters'>): void {
  parameters.addCheck(receiverParameter, (value) => {
    if (!readMode(value))
      fail('field.choice', { label: fieldLabel(parameter, 'configValue') }, 'configValue');
  });
}
