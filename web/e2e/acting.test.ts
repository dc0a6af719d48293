import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { arrange } from './simulated-device.ts';
import { staff, useStage } from './stage.ts';

useStage();

const HARBOR = 'Harbor Home Medical';
const BANNER = `You act in ${HARBOR} as Airlog Support. Every read is recorded.`;
const PHONE = { viewport: { width: 390, height: 700 } };

async function switchTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Organization: .*Switch$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch organization' });
  await dialog.getByRole('combobox', { name: 'Organization' }).fill(name);
  await dialog.getByRole('option', { name }).click();
  await page.getByText(BANNER).waitFor();
}
const find = async (page: Page, email: string) => {
  await page.getByRole('searchbox').first().fill(email);
  await page.getByText(email, { exact: true }).waitFor();
};

test('support staff acts in one organization: every page says so, lists have its rows alone, and it leaves again', async () => {
  const page = await staff('support.admin', '/users');
  await find(page, 'ep.admin@demo.airlog.test');
  await switchTo(page, HARBOR);

  for (const path of ['/', '/patients', '/machines', '/devices', '/announcements', '/account/security']) {
    await page.goto(path);
    await page.getByText(BANNER).waitFor();
  }
  await page.goto('/patients');
  await page.getByRole('table').waitFor();
  const { rows: patients } = await arrange(
    `select last_name || ', ' || first_name as name from patients where visible_org_ids @> array[(select id from organizations where name = $1)] order by 1`,
    [HARBOR],
  );
  const rows = page.getByRole('table').getByRole('row');
  for (const { name } of patients as { name: string }[]) await rows.getByText(name).first().waitFor();
  expect(await rows.count()).toBe(patients.length + 1);
  await page.goto('/users');
  await find(page, 'harbor.admin@demo.airlog.test');
  await page.getByRole('searchbox').first().fill('ep.admin');
  await page.getByText('harbor.admin@demo.airlog.test').waitFor({ state: 'detached' });
  expect(await page.getByText('ep.admin@demo.airlog.test').count()).toBe(0);

  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByText(BANNER).waitFor({ state: 'detached' });
  await page.goto('/users');
  await find(page, 'ep.admin@demo.airlog.test');
  expect(await page.getByText(BANNER).count()).toBe(0);

  const { rows: lines } = await arrange(
    `select l.outcome, l.properties -> 'changes' -> 'acting_organization' as change from audit_log l join users u on u.id = l.actor_user_id
      where l.operation = 'Mutation.switchOrganization' and u.email = 'support.admin@demo.airlog.test' order by l.id`,
  );
  const harbor = (await arrange('select id from organizations where name = $1', [HARBOR])).rows[0].id;
  expect(lines).toEqual([
    { outcome: 'done', change: [null, harbor] },
    { outcome: 'done', change: [harbor, null] },
  ]);
}, 120_000);

test('the banner stays in view when the page scrolls, on a phone too, and a focused field is not behind it', async () => {
  for (const options of [{}, PHONE]) {
    const page = await staff('support.admin', '/', options);
    await switchTo(page, HARBOR);
    await page.goto('/users');
    const banner = page.getByText(BANNER);
    await banner.waitFor();
    const search = page.getByRole('searchbox').first();
    await search.waitFor();
    await page.evaluate(() => {
      document.querySelector('main')!.style.minHeight = '4000px';
      window.scrollTo(0, 3000);
    });
    const box = (await banner.boundingBox())!;
    expect([box.y >= 56, box.y + box.height < 150]).toEqual([true, true]);
    await search.focus();
    expect((await search.boundingBox())!.y).toBeGreaterThan(box.y + box.height);
  }
}, 120_000);
