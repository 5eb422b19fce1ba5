/** Another port lets two runs share a machine. */
export const port = Number(process.env['E2E_PORT'] ?? 18_080);
export const origin = `http://127.0.0.1:${port}`;
export const adminPassword = 'Correct-horse-1';

/** Where the server of this run keeps its data; the set-up tells the workers by the environment they inherit. */
const dataDirName = 'E2E_DATA_DIR';

export function publishDataDir(dataDir: string): void {
  process.env[dataDirName] = dataDir;
}

export function readDataDir(): string {
  const dataDir = process.env[dataDirName];
  if (!dataDir) throw new Error('The server of this run has not been started.');
  return dataDir;
}

/** Where stations report, as the server has said when it started. */
const gatewayPortName = 'E2E_GATEWAY_PORT';

export function publishGatewayPort(said: string): void {
  const found = /Stations report to port (\d+)/.exec(said)?.[1];
  if (found) process.env[gatewayPortName] = found;
}

export function readGatewayPort(): number {
  return Number(process.env[gatewayPortName]);
}
