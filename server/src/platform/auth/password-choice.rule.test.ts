import { describe, expect, it } from 'vitest';
import { commonNumbers, commonWords } from './common-words.ts';
import { findPasswordFault } from './password-choice.rule.ts';
import { generatePassword } from './passwords.ts';

describe('a password', () => {
  it.each(
    (
      '123456 1234567 123456789 1234567890 111111 000000 aaaaaaaa 121212 123123 123123123 abcabc 654321 987654321 112233 ' +
      '666666 88888888 qwerty QWERTY qwerty12 qwerty123 qwertyuiop 1qaz2wsx !QAZ2wsx zxcvbnm asdfgh asdf1234 1234qwer 123qwe ' +
      'q1w2e3r4 1q2w3e4r5t abc123 abcd1234 a1b2c3 azerty azerty123 password Password PASSWORD Password1 Password123! ' +
      'P@ssw0rd Pa$$w0rd passw0rd1 admin123 Admin@123 admin888 administrator adm1n123 root123 letmein welcome1 ' +
      'Welcome2026! iloveyou dragon monkey12 sunshine football1 princess Summer2026 winter2025! october10 ' +
      'motdepasse Bonjour1 soleil jetaime doudou marseille13 woaini woaini1314 woaini520 5201314 zhongguo mima123 ' +
      'wang123456 zhangwei 147258369 159357 19900101 01011990 2026-01-31 19991231 311299 limpid limpid2026 ruoyi123 ' +
      'testtest test1234 changeme p@55w0rd he11o123 ｐａｓｓｗｏｒｄ pass-word 11112222 ' +
      'a123456789 li123456 123456a a123456b 123456789zx qq111111 a5201314 a123456! donald hottie bailey Bailey12'
    ).split(' '),
  )('%s is common', (password) => expect(findPasswordFault(password, 'someone')).toBe('password.common'));

  it.each([
    ['lin', 'lin'],
    ['lin', 'LIN123'],
    ['lin', '123lin!'],
    ['lin', 'nil2026'],
    ['lin', 'linlin'],
    ['zhang.wei', 'ZhangWei'],
    ['zhang.wei', 'zhang-wei-88'],
    ['13800138000', '13800138000'],
    ['Ｌｉｎ', 'lin-1990'],
    ['张伟', '张伟123456'],
  ])('of the user %s is refused if it is made of the name: %s', (name, password) =>
    expect(findPasswordFault(password, name)).toBe('password.user_name'),
  );

  it.each([
    'Correct-horse-1',
    'Plain-horse-2',
    'Brand-new-1',
    'violet-anchor',
    'kX9!mmPz',
    'lin-at-the-lake',
    'Newcomer-7',
    '澄空测站密码',
    '48151623',
    'ab481516',
    'xkcd123456',
    'dragonfruit tea',
    `'"<>\\|;-- 0123456789`,
  ])('%s may be chosen', (password) => expect(findPasswordFault(password, 'lin')).toBeUndefined());

  it('may always be used if it was generated', () => {
    for (let i = 0; i < 500; i++) expect(findPasswordFault(generatePassword(), 'lin')).toBeUndefined();
  });

  it('is checked in time that does not grow with crafted input', () => {
    for (const text of ['a', '1', '!', 'ab', 'qwe', '12'])
      for (let length = 6; length <= 20; length++)
        findPasswordFault(
          text
            .repeat(length)
            .slice(0, length - 1)
            .concat('x'),
          'lin',
        );
  });
});

it('the list of common words covers more than ten thousand passwords', () => {
  const words = [...commonWords].filter((word) => word.length >= 3);
  expect(words.length).toBeGreaterThan(900);
  for (const word of words) {
    expect(word).toMatch(/^[a-z]+$/);
    for (const password of [`${word}123`, `${word}2026`, `${word}!`, `${word}1234567890`.slice(0, 20)])
      expect(findPasswordFault(password, 'someone'), password).toBe('password.common');
  }
  for (const number of commonNumbers) expect(findPasswordFault(number, 'someone')).toBe('password.common');
});
