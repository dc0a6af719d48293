import { expect, test } from '@jest/globals';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { arrange } from './simulated-device.ts';
import { enter, staff, useStage, visitor } from './stage.ts';

useStage();

/** A signed-in user whose page listens for messages. */
async function listening(name: string): Promise<Page> {
  const page = await visitor();
  const asked = page
    .waitForEvent('websocket', (socket) => socket.url().endsWith('/graphql'))
    .then((socket) =>
      socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('orgMessageDelivered')),
    );
  await enter(page, name);
  await asked;
  return page;
}

/** The bell of a page with so many unread items. */
const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: unread === 0 ? 'Inbox, nothing unread' : `Inbox, ${unread} unread` });

test('support staff sends a message to one user: a toast for that user only, sanitized, while a colleague sees nothing', async () => {
  const [addressed, colleague] = [await listening('ep.staff'), await listening('ep.admin')];
  // What the demo data has put into the inbox.
  const label = await addressed.getByRole('button', { name: /^Inbox, / }).getAttribute('aria-label');
  const unread = Number(/\d+/.exec(label!)?.[0] ?? 0);
  const support = await staff('support.staff', '/org-messages');

  await support.getByRole('combobox', { name: 'Recipient' }).fill('ep.staff@demo');
  await support.getByRole('option', { name: /Northside Respiratory · ep\.staff@demo\.airlog\.test/ }).click();
  const text =
    '<b>Update</b> tonight <img src="https://evil.test/x.png"><script>document.title="pwned"</script><a href="https://example.test/fw">guide</a>';
  await support.getByRole('textbox', { name: 'Message' }).fill(text);
  expect(await support.getByRole('region', { name: 'Preview' }).locator('img, script').count()).toBe(0);
  await support.getByRole('button', { name: 'Send message' }).click();
  await support.getByRole('alertdialog').getByRole('button', { name: 'Send message' }).click();

  const toast = addressed.getByRole('status').filter({ hasText: 'Update tonight' });
  await toast.waitFor();
  // A toast pauses while the pointer is on it.
  await toast.hover();
  const shown = await toast.innerText();
  expect(shown).toMatch(/Web server: localhost\nOrigin server: \S+\nEvent server: \S+\nUpdate tonight guide$/);
  expect(await toast.locator('b').innerText()).toBe('Update');
  expect(await toast.locator('img, script, form').count()).toBe(0);
  expect(await toast.getByRole('link', { name: 'guide' }).getAttribute('rel')).toBe('noopener noreferrer');
  // A click closes it.
  await toast.getByText('Web server:').click();
  await toast.waitFor({ state: 'detached' });
  expect(await addressed.title()).toBe('Patients · Airlog');

  // The message is in the inbox, in every tab. A read mark of one tab reaches the other.
  const tab = await addressed.context().newPage();
  const asked = tab
    .waitForEvent('websocket', (socket) => socket.url().endsWith('/graphql'))
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('inboxChanged')));
  await tab.goto('/machines');
  await asked;
  await bell(addressed, unread + 1).click();
  const inbox = addressed.getByRole('dialog', { name: 'Inbox' });
  const item = inbox.getByRole('listitem').filter({ hasText: 'Update tonight guide' });
  await item.getByText('Unread').waitFor();
  await item.getByRole('button', { name: 'Mark as read' }).press('Enter');
  await item.getByText('Unread').waitFor({ state: 'detached' });
  expect(await inbox.locator('img, script, form').count()).toBe(0);
  await bell(tab, unread).waitFor();
  await addressed.keyboard.press('Escape');
  await inbox.waitFor({ state: 'detached' });
  await bell(addressed, unread).and(addressed.locator(':focus')).waitFor();

  await support.getByText(/^Sent to .*It is shown if they opened the portal/).waitFor();
  await support.getByRole('listitem').filter({ hasText: 'Update tonight guide' }).waitFor();
  expect(await colleague.getByText('Origin server:').count()).toBe(0);
});

test('the browser removes what the server would allow', async () => {
  const page = await listening('ep.staff');
  const dirty =
    'Hello <form action="https://evil.test"><input name="password"></form><iframe src="https://evil.test"></iframe><a href="http://evil.test">link</a><p class="x" id="root">end</p>';
  // Repeated, because nothing signals when the server starts to listen for the page.
  const toast = page.getByRole('status').filter({ hasText: 'Hello' }).first();
  for (let tries = 0; tries < 30 && (await toast.count()) === 0; tries += 1) {
    await arrange(
      `with u as (select id, org_id from users where email = 'ep.staff@demo.airlog.test'), m as (
         insert into org_messages (org_id, user_id, sent_by_org_id, sent_by_id, html, hostname) select org_id, id, org_id, id, $1, 'elsewhere' from u returning id, user_id)
       select pg_notify('airlog', json_build_object('topic', 'org-message.sent', 'data', json_build_object('messageId', id, 'userId', user_id))::text) from m`,
      [dirty],
    );
    await page.waitForTimeout(500);
  }
  await toast.hover();
  expect(await toast.locator('form, input, iframe, [id="root"]').count()).toBe(0);
  expect(await toast.locator('a').first().getAttribute('href')).toBeNull();
});

test.each([
  ['wide and light', { colorScheme: 'light' as const }],
  ['on a phone in the dark', { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } }],
])('the page that sends a message is accessible and fits, %s', async (_title, options) => {
  const page = await staff('support.admin', '/org-messages', options);
  await page.getByText('No messages have been sent yet.').or(page.getByRole('listitem')).first().waitFor();
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByText('This field is required.').first().waitFor();
  await page.getByRole('combobox', { name: 'Recipient' }).fill('northside');
  await page.getByRole('option').first().waitFor();
  await page.evaluate(axe.source);
  const faults = await page.evaluate(
    async () => (await (window as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] })).violations,
  );
  expect(faults.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  // The keyboard alone chooses the recipient and reaches the message.
  await page.getByRole('combobox', { name: 'Recipient' }).press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Message' }).and(page.locator(':focus')).waitFor();
});
