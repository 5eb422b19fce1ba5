import { makeHub, type TabPort } from './hub.ts';

const serveTab = makeHub();

addEventListener('connect', (event) => {
  // A shared worker receives one event per tab, with its port.
  const { ports } = event as MessageEvent;
  const port: TabPort | undefined = ports[0];
  if (port) serveTab(port);
});
