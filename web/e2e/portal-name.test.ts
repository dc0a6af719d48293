import { expect, test } from '@jest/globals';
import { staff, useStage, visitor } from './stage.ts';

const name = `North & "South" <i>$&</i>`;
useStage({ portalName: name });

test("PORTAL_NAME is the portal's name before sign-in: in the title and on the sign-in page, as text", async () => {
  const page = await visitor();
  const answer = await page.goto('/login');
  const html = (await answer?.text()) ?? '';
  expect(html).toContain('<title>North &amp; &quot;South&quot; &lt;i&gt;$&amp;&lt;/i&gt;</title>');
  expect(html).toContain('content="North &amp; &quot;South&quot; &lt;i&gt;$&amp;&lt;/i&gt;"');
  expect(html).not.toMatch(/<script(?![^>]* src=)/);
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';");

  await page.getByRole('heading', { name: `Sign in to ${name}`, exact: true }).waitFor();
  expect(await page.title()).toBe(`Sign in to ${name} · ${name}`);
  await page.getByText(`${name} is not a cleared medical device.`).waitFor();
});

test('PORTAL_NAME is above the navigation and in the title of each page', async () => {
  const page = await staff('ep.staff', '/patients');
  await page.getByRole('navigation', { name: 'Main navigation' }).getByText(name, { exact: true }).waitFor();
  expect(await page.title()).toBe(`Patients · ${name}`);
});
