import { expect, test } from '@jest/globals';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { database, staff, useStage } from './stage.ts';

useStage();

/** Makes the sessions of a demo login as old as if its user had done nothing for this time. */
async function idle(name: string, interval: string): Promise<void> {
  const client = new pg.Client({ connectionString: database() });
  await client.connect();
  await client.query(
    `update sessions set last_seen_at = now() - $2::interval where user_id = (select id from users where email = $1)`,
    [`${name}@demo.airlog.test`, interval],
  );
  await client.end();
}

/**
 * Waits until a tab shows that its user has done nothing for this time, as `idle` made it. A request of a page that was
 * still under way counts as an act of the user: the sessions are then made as old again.
 */
async function seesIdle(tab: Page, name: string, interval: string, isSeen: () => boolean): Promise<void> {
  for (;;) {
    try {
      await tab.waitForFunction(isSeen, undefined, { polling: 500, timeout: 10_000 });
      return;
    } catch (error) {
      if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
      await idle(name, interval);
    }
  }
}

test('an idle user is asked in every tab, stays with one answer, and is signed out in every tab at the end', async () => {
  const first = await staff('ep.staff', '/patients');
  const second = await first.context().newPage();
  await second.goto('/machines');
  const tabs = [first, second];
  // The question comes before the end, not while the pages are opened.
  for (const tab of tabs) await tab.getByRole('table').first().waitFor();

  await idle('ep.staff', '28 minutes 30 seconds');
  const question = (tab: typeof first) => tab.getByRole('alertdialog', { name: 'Are you still there?' });
  for (const tab of tabs) {
    // As if the user came back to the tab, which asks the server once its first keep-alive is answered.
    const isAsked = () => {
      document.dispatchEvent(new Event('visibilitychange'));
      return document.querySelector('[role=alertdialog]') !== null;
    };
    await seesIdle(tab, 'ep.staff', '28 minutes 30 seconds', isAsked);
    await question(tab).waitFor();
    expect(await tab.getByRole('timer').textContent()).toMatch(/^1:[0-3]\d$/);
  }
  await first.getByRole('button', { name: 'Stay signed in' }).click();
  for (const tab of tabs) await question(tab).waitFor({ state: 'hidden' });

  await idle('ep.staff', '31 minutes');
  for (const tab of tabs) {
    // The end of its socket may lead a tab to the sign-in page first: the function is called in the new page then.
    const isSignedOut = () => {
      document.dispatchEvent(new Event('visibilitychange'));
      return window.location.pathname === '/login';
    };
    await seesIdle(tab, 'ep.staff', '31 minutes', isSignedOut);
  }
});
