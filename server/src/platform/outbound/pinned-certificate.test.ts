import { X509Certificate } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { certificate, serveTls } from './outbound.fixture.ts';
import { openOutbound } from './outbound.ts';

const outbound = openOutbound({ outboundAllow: ['127.0.0.0/8'], port: 8080, gatewayPort: 8212 });
const { fingerprint256 } = new X509Certificate(certificate);

describe('a server whose certificate is pinned', () => {
  it.each([
    ['with colons', fingerprint256],
    ['in small letters without colons', fingerprint256.replaceAll(':', '').toLowerCase()],
  ])('is accepted although nobody signed it, %s', async (_, fingerprint) => {
    const { port } = await serveTls((__, response) => response.end('air'));
    const url = `https://127.0.0.1:${port}/`;
    expect((await outbound.request({ url, policy: 'public', fingerprint })).text).toBe('air');
  });

  it('is sent nothing if it shows another certificate', async () => {
    const answered = vi.fn();
    const { port } = await serveTls(answered);
    const url = `https://127.0.0.1:${port}/`;
    const request = outbound.request({ url, policy: 'public', fingerprint: '00'.repeat(32) });
    await expect(request).rejects.toMatchObject({ code: 'tls', params: { reason: 'CERT_FINGERPRINT' } });
    expect(answered).not.toHaveBeenCalled();
  });
});
