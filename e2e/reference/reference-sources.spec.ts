import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chinaOffsetMs, HOUR_MS } from '@limpid/contract/durations';
import type { Locator, Page } from '@playwright/test';
import { findAccessibilityViolations } from '../fixtures/axe.ts';
import {
  closeDialog,
  expectNoLayoutProblems,
  listTableRows,
  navigateInApp,
  searchFor,
  selectOption,
  toolButton,
} from '../fixtures/screen.ts';
import { expect, test } from '../fixtures/test.ts';
import { t } from '../fixtures/texts.ts';

const fields = (name: string) => t(`reference.source.fields.${name}`);

/** A network that publishes one document, which can be replaced. */
async function openNetwork(rows: object[]) {
  const published = { rows };
  const server = createServer((_, response) => response.end(JSON.stringify({ data: published.rows })));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a server on a port is an object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hours`,
    publish: (next: object[]) => void (published.rows = next),
    close: () => server.close(),
  };
}

/** Presses an action in the menu of a row. */
async function act(page: Page, row: Locator, source: string, key: string): Promise<void> {
  await row.getByRole('button', { name: t('kit.list.actionsOf', { name: source }) }).click();
  await page.getByRole('menuitem', { name: t(`reference.source.${key}`), exact: true }).click();
}

test('a source is added, tried and fetched; its hours, revisions and failures are shown', async ({
  page,
}) => {
  const name = `REF${randomBytes(3).toString('hex')}`;
  const released = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const time = new Date(released + chinaOffsetMs).toISOString().slice(0, 19).replace('T', ' ');
  const hour = {
    id: name,
    title: `${name} park`,
    town: 'Mackay',
    time,
    fine: '61',
    coarse: '—',
    sulphur: '<3',
  };
  const network = await openNetwork([hour]);

  await page.goto('/analysis/referenceSource');
  await test.step('the form maps a JSON answer', async () => {
    await toolButton(page, 'kit.list.add').click();
    const form = page.getByRole('dialog', { name: t('reference.source.add') });
    const fill = (field: string, text: string) => form.getByLabel(fields(field), { exact: true }).fill(text);
    await fill('sourceName', name);
    await selectOption(page, form.getByLabel(fields('kind'), { exact: true }), fields('kind_json'));
    await form.getByRole('radio', { name: fields('stationLevel_provincial') }).check();
    await fill('url', network.url);
    await fill('rowsPath', 'data');
    await fill('codeField', 'id');
    await fill('nameField', 'title');
    await fill('cityField', 'town');
    await fill('timeField', 'time');
    for (const [index, [sign, field]] of [
      ['PM2.5', 'fine'],
      ['PM10', 'coarse'],
      ['SO2', 'sulphur'],
    ].entries()) {
      await form
        .getByRole('button', { name: t('kit.parts.add') })
        .last()
        .click();
      const part = (key: string) =>
        form.getByLabel(
          t('kit.parts.line', { line: index + 1, label: t(`reference.source.partFields.${key}`) }),
          { exact: true },
        );
      await selectOption(page, part('pollutant'), sign ?? '');
      await part('field').fill(field ?? '');
    }
    expect(await findAccessibilityViolations(form)).toEqual([]);
    await form.getByRole('button', { name: t('kit.form.save'), exact: true }).click();
    await expect(form).toBeHidden();
  });
  const row = listTableRows(page).filter({ hasText: name });
  await expect(row).toContainText(fields('state_idle'));

  await test.step('a trial shows what would be stored', async () => {
    await row.getByRole('button', { name: `${t('reference.source.try')} ${name}`, exact: true }).click();
    const trial = page.getByRole('dialog', { name: t('reference.source.trial.title', { name }) });
    await expect(trial).toContainText(t('reference.source.trial.read', { rows: 1, stations: 1 }));
    await expect(trial.getByRole('row').filter({ hasText: `${name} park` })).toContainText(/61—1\.5/);
    await closeDialog(page);
  });

  await test.step('fetches store the hour, a revision of it, and nothing of an answer that has changed', async () => {
    const fetchNow = async (text: string) => {
      await act(page, row, name, 'fetchNow');
      // A problem is shown in the row as well.
      await expect(page.getByText(text).first()).toBeVisible();
    };
    await fetchNow(t('reference.source.result.done', { added: 1, revised: 0, unchanged: 0 }));
    network.publish([{ ...hour, fine: 58 }]);
    await fetchNow(t('reference.source.result.done', { added: 0, revised: 1, unchanged: 0 }));
    network.publish([{ ...hour, fine: undefined, pm25: 58 }]);
    const problem = t('reference.problems.field');
    await fetchNow(t('reference.fetch.problemWithDetail', { problem, detail: 'fine' }));
    await expect(row).toContainText(fields('state_retrying'));
    await expect(row).toContainText(t('reference.problems.field'));
    await expectNoLayoutProblems(page);
  });

  await test.step('the log has every fetch', async () => {
    await act(page, row, name, 'showFetches');
    const lines = listTableRows(page);
    await expect(lines).toHaveCount(3);
    await expect(lines.first()).toContainText(t('reference.fetch.fields.outcome_failed'));
    await expect(lines.first()).toContainText('fine');
    await expect(lines.last()).toContainText(t('reference.fetch.fields.outcome_done'));
  });

  await test.step('the newest hour is shown for its network, and what it was before', async () => {
    await navigateInApp(page, `/analysis/nationalControl?q=${name}&network=national`);
    await expect(page.getByText(t('data.query.nothingFound'))).toBeVisible();
    const level = (value: string) => t(`analysis.nationalControl.fields.stationLevel_${value}`);
    await selectOption(
      page,
      page.getByRole('combobox', { name: t('reference.nearest.fields.level') }),
      level('provincial'),
    );
    await expect(listTableRows(page).filter({ hasText: `${name} park` })).toContainText('58');
    await navigateInApp(page, '/analysis/nationalControl?view=all');
    await searchFor(page, t('analysis.nationalControl.fields.stationCode'), name);
    await listTableRows(page)
      .filter({ hasText: name })
      .getByRole('button', { name: t('reference.revisions.mark') })
      .or(page.getByRole('button', { name: new RegExp(`${name} park`) }))
      .first()
      .click();
    const versions = page.getByRole('dialog').getByRole('row').filter({ hasText: name });
    await expect(versions).toHaveCount(2);
    await expect(versions.first()).toContainText('58');
    await expect(versions.last()).toContainText('61');
  });
  network.close();
});
