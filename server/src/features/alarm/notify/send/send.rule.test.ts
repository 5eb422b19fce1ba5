import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OutboundError, type OutboundFailure } from '../../../../platform/outbound/outbound-error.ts';
import { isTemporary } from './delivery-error.ts';
import { formatMail } from './mail.rule.ts';
import { readRetryAfter } from './retry-after.rule.ts';
import { composeRobotRequest, cutText, readRobotResponse } from './robot.rule.ts';
import { readSmtpUrl } from './smtp-url.rule.ts';
import { fillTemplate, findBrokenPlaceholder, findTemplateProblem } from './template.rule.ts';
import { makeWebhookSecret, signWebhook } from './webhook.rule.ts';

const at = new Date('2026-11-18T10:30:00Z');

describe('mail servers', () => {
  it.each([
    [
      'smtp://mail.example',
      { host: 'mail.example', port: 587, isTls: false, user: undefined, from: 'limpid@mail.example' },
    ],
    [
      'smtps://a%40b.example:p%3Aw@mail.example',
      { port: 465, isTls: true, user: 'a@b.example', password: 'p:w', from: 'a@b.example' },
    ],
    [
      'smtp://u:p@10.0.0.1:25?from=air@city.example',
      { host: '10.0.0.1', port: 25, from: 'air@city.example' },
    ],
  ])('%s', (url, facts) => {
    expect(readSmtpUrl(url)).toMatchObject(facts);
  });

  it.each([
    'mail.example',
    'http://mail.example',
    'smtp://',
    'smtp://h/path',
    'smtp://%ff@h',
    'smtp://h?from=a%0d%0ab@c',
  ])('refuses %s', (url) => {
    expect(readSmtpUrl(url)).toBeUndefined();
  });
});

describe('a mail', () => {
  const mail = {
    id: 'x1',
    from: 'air@city.example',
    to: ['a@b.example'],
    subject: '超限\r\nBcc: c@d.example',
    text: '.\n站点',
    at,
  };

  it('has headers by which programs recognise it, and none that a name could add', () => {
    const [head = '', body = ''] = formatMail(mail).split('\r\n\r\n');
    expect(head).toContain('Message-ID: <x1@city.example>');
    expect(head).toContain('Auto-Submitted: auto-generated');
    expect(head).not.toContain('Bcc');
    expect(Buffer.from(body, 'base64').toString()).toBe('.\r\n站点');
  });

  it('keeps lines and encoded words within their limits', () => {
    const long = formatMail({ ...mail, subject: '站点超限'.repeat(40), text: '站'.repeat(1000) });
    for (const line of long.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
    const words = [...long.matchAll(/=\?utf-8\?B\?([^?]*)\?=/g)];
    expect(words.map(([, word = '']) => Buffer.from(word, 'base64').toString()).join('')).toBe(
      '站点超限'.repeat(40),
    );
  });
});

describe('webhooks', () => {
  it('are signed as Standard Webhooks says', () => {
    // The example of the specification.
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
    };
    expect(signWebhook(message, [secret])['webhook-signature']).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('have a signature for each valid secret', () => {
    const secrets = [makeWebhookSecret(), makeWebhookSecret()];
    const signatures = signWebhook({ id: 'a', at, body: '{}' }, secrets)['webhook-signature']?.split(' ');
    expect(signatures).toHaveLength(2);
    expect(new Set(signatures).size).toBe(2);
  });
});

describe('robots', () => {
  const facts = { url: 'https://robot.example/send?access_token=t', secret: 'SEC1', text: 'hello', at };

  it('DingTalk is signed in the address', () => {
    const { url, body } = composeRobotRequest('dingtalk', facts);
    const sign = createHmac('sha256', 'SEC1').update(`${at.getTime()}\nSEC1`).digest('base64');
    expect(new URL(url).searchParams.get('sign')).toBe(sign);
    expect(new URL(url).searchParams.get('access_token')).toBe('t');
    expect(JSON.parse(body)).toEqual({ msgtype: 'text', text: { content: 'hello' } });
  });

  it('Feishu is signed in the body, with the text as key', () => {
    const { url, body } = composeRobotRequest('feishu', facts);
    const timestamp = String(at.getTime() / 1000);
    const sign = createHmac('sha256', `${timestamp}\nSEC1`).digest('base64');
    expect(url).toBe(facts.url);
    expect(JSON.parse(body)).toEqual({ timestamp, sign, msg_type: 'text', content: { text: 'hello' } });
  });

  it('WeCom has no signature and takes 2,048 bytes', () => {
    const { url, body } = composeRobotRequest('wecom', { ...facts, text: '站\n'.repeat(2000) });
    expect(url).toBe(facts.url);
    expect(Buffer.byteLength(JSON.parse(body).text.content)).toBeLessThanOrEqual(2048);
  });

  it.each([
    ['dingtalk', '{"errcode":0,"errmsg":"ok"}', true, undefined],
    ['dingtalk', '{"errcode":310000,"errmsg":"sign not match"}', false, false],
    ['dingtalk', '{"errcode":130101,"errmsg":"send too fast"}', false, true],
    ['wecom', '{"errcode":45009,"errmsg":"api freq out of limit"}', false, true],
    ['feishu', '{"code":0,"msg":"success"}', true, undefined],
    ['feishu', '{"StatusCode":0}', true, undefined],
    ['feishu', '{"code":11232,"msg":"frequency limited"}', false, true],
    ['feishu', '<html>', false, false],
  ] as const)('%s that answers %s', (kind, text, isTaken, isBusy) => {
    expect(readRobotResponse(kind, text)).toMatchObject({ isTaken, ...(isBusy !== undefined && { isBusy }) });
  });

  it('cuts between letters', () => {
    expect(cutText('站站站站站', 12)).toBe('站站…');
    expect(cutText('short', 12)).toBe('short');
  });
});

describe('templates of SMS gateways', () => {
  it.each([
    ['{"to":"{{phone}}","content":{"text":"{{ text }}"}}', undefined],
    ['{"to":"{{phone}}","n":{{count}}}', undefined],
    ['{"to":{{phone}}}', 7],
    ['{"to":"{{telephone}}"}', 8],
    ['{"to":"{{phone"}', 8],
    ['{"to":"{{phone}}",}', 19],
    ['{"to":"{{phone}}"', 18],
    ['', undefined],
  ])('%s', (template, position) => {
    expect(findTemplateProblem(template, 'json')).toBe(position);
  });

  it('finds a broken placeholder of an address', () => {
    expect(findBrokenPlaceholder('https://sms.example/?to={{phone}}&text={{text}}')).toBeUndefined();
    expect(findBrokenPlaceholder('https://sms.example/?to={{phone}}&text={{text}')).toBe(40);
    expect(findBrokenPlaceholder('https://sms.example/?to=phone}}')).toBe(30);
  });

  it('writes values so that they cannot change what surrounds them', () => {
    const values = { phone: '1', text: '"},{"a&b=\n', secret: '', id: '', count: '', site: '', severity: '' };
    expect(JSON.parse(fillTemplate('{"t":"{{text}}"}', values, 'json'))).toEqual({ t: values.text });
    expect(new URLSearchParams(fillTemplate('t={{text}}', values, 'form')).get('t')).toBe(values.text);
  });
});

describe('another attempt', () => {
  it.each([
    ['120', 120_000],
    ['Wed, 18 Nov 2026 10:31:00 GMT', 60_000],
    ['Wed, 18 Nov 2026 10:29:00 GMT', undefined],
    ['0', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('waits as “Retry-After: %s” asks', (header, ms) => {
    expect(readRetryAfter(header, at.getTime())).toBe(ms);
  });

  it.each<[OutboundFailure, boolean]>([
    ['timeout', true],
    ['connection', true],
    ['unresolved', true],
    ['tls', true],
    ['redirect', false],
    ['refused_address', false],
    ['invalid_url', false],
  ])('after %s: %s', (failure, isWorthwhile) => {
    expect(isTemporary(new OutboundError(failure))).toBe(isWorthwhile);
  });
});
