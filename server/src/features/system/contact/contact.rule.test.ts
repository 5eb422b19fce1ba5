import { expect, it } from 'vitest';
import { maskEmail, maskPhone } from './contact.rule.ts';

it.each([
  ['13812341234', '138****1234'],
  ['+8613812341234', '+86****1234'],
  ['62785566', '****66'],
])('masks the phone number %s as %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked);
});

it.each([
  ['anna@example.com', 'a***@example.com'],
  ['a@b', 'a***@b'],
  ['"x@y"@example.com', '"***@example.com'],
  ['@example.com', '***'],
  ['nonsense', '***'],
])('masks the e-mail address %s as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
