import { expect, type Page } from '@playwright/test';
import { type Person, readCaptchaAnswer } from './people.ts';
import { type Language, say } from './texts.ts';

/** The login as a person meets it; the answers come from the database, because nobody here can read pictures. */
export interface LoginPage {
  open(address?: string): Promise<void>;
  /** The address of the picture shown now. */
  picture(): Promise<string>;
  answer(): Promise<string>;
  fill(person: Person, code?: string): Promise<void>;
  submit(): Promise<void>;
  logIn(person: Person): Promise<void>;
}

export function fieldOf(page: Page, name: 'username' | 'password' | 'code', language: Language = 'zh') {
  return page.getByRole('textbox', { name: say(`shell.login.fields.${name}`, {}, language), exact: true });
}

export function useLoginPage(page: Page, language: Language = 'zh'): LoginPage {
  let uuid: Promise<string> | undefined;
  page.on('response', (response) => {
    if (!response.url().includes('/captchaImage')) return;
    // A page that is left takes its answers along; the next one has its own.
    uuid = response.json().then(
      (envelope: { uuid: string }) => envelope.uuid,
      () => '',
    );
  });
  const image = page.getByRole('img', { name: say('shell.login.captcha', {}, language) });
  const login: LoginPage = {
    async open(address = '/login') {
      await page.goto(address);
      await expect(image).toBeVisible();
    },
    picture: async () => (await image.getAttribute('src')) ?? '',
    async answer() {
      await expect(image).toBeVisible();
      return readCaptchaAnswer((await uuid) ?? '');
    },
    async fill(person, code) {
      await fieldOf(page, 'username', language).fill(person.userName);
      await fieldOf(page, 'password', language).fill(person.password);
      await fieldOf(page, 'code', language).fill(code ?? (await login.answer()));
    },
    submit: () => page.getByRole('button', { name: say('shell.login.submit', {}, language) }).click(),
    async logIn(person) {
      await login.fill(person);
      await login.submit();
    },
  };
  return login;
}
