import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server on a loopback address, closed with its connections after the test; `seen` counts connections. */
async function listen(server: Server, host: string, port: number): Promise<{ port: number; seen(): number }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, seen: () => sockets.size };
}

export function serveTcp(server: Server, host = '127.0.0.1', port = 0) {
  return listen(server, host, port);
}

export function serveHttp(answer: RequestListener, host = '127.0.0.1', port = 0) {
  return listen(createServer(answer), host, port);
}

export function serveTls(answer: RequestListener) {
  return listen(createTlsServer({ key: certificateKey, cert: certificate }, answer), '127.0.0.1', 0);
}

/** Of `relay.example`, signed by itself, valid for a hundred years; its key is used by tests alone. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBoTCCAUegAwIBAgIUIPptc9IMhlqeLtrNrqX51T6hTsowCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcmVsYXkuZXhhbXBsZTAgFw0yNjExMTcwMjI3MjdaGA8yMTI2
MTAyNDAyMjcyN1owGDEWMBQGA1UEAwwNcmVsYXkuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABL7xDj4Xhx9U9kBzQGEfK3yjZAkwBZfhXsp6F4qQtwV/
Ni0V1xxvcBwXnVfdjWjUlmJgzx7PtRzaNakbtBypSfajbTBrMB0GA1UdDgQWBBRb
yBl3Gg6kgLAOmCEdf0ZV37PEojAfBgNVHSMEGDAWgBRbyBl3Gg6kgLAOmCEdf0ZV
37PEojAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDXJlbGF5LmV4YW1wbGUw
CgYIKoZIzj0EAwIDSAAwRQIhAM10ZIKoe0Yz9DG+8bMthBMKECWzyFuN/f3VYVaL
oQ+rAiBYyaCeUHKkV9z4qVBsw2bwR4LxeRrvL+xXih5WT5T7Iw==
-----END CERTIFICATE-----`;

export const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgHocIigzFwOb7wwT/
XalNJxuXVlpGFLBGZ9RHrXBXLL2hRANCAAS+8Q4+F4cfVPZAc0BhHyt8o2QJMAWX
4V7KeheKkLcFfzYtFdccb3AcF51X3Y1o1JZiYM8ez7Uc2jWpG7QcqUn2
-----END PRIVATE KEY-----`;
