import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import pg from 'pg';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { DEMO_PASSWORD } from '../../api/src/demo/logins.ts';
import type { Config } from '../../api/src/shared/config.ts';
import { sessionDigest } from '../../api/test/session-digest.ts';
import { launchBrowser } from './browser.ts';
import { startDemoPortal, type DemoPortal } from './portal.ts';

let portal: DemoPortal;
let browser: Browser;
const contexts: BrowserContext[] = [];
/** Messages in the console that indicate a defect: errors, violations of the content security policy, server errors. */
const problems: string[] = [];

/** A demo portal and a browser for this test file. A test fails when a page reports a problem during it. */
export function useStage(config?: Partial<Config>): void {
  beforeAll(async () => {
    [portal, browser] = await Promise.all([startDemoPortal(config), launchBrowser()]);
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map(close));
    expect(problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });
}

/** Ends a browser: a request that a route of the test still has in its hands is of no interest any more. */
async function close(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** The privileged address of the stage's database, for test data. */
export const database = (): string => portal.adminUrl;

/**
 * A refused request, or one that had no answer while a test took the network away, is a normal answer. The browser logs
 * each one, which no page can prevent, and pages log what they could not read (decisions/043).
 */
const isAnswer = (text: string) =>
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/.test(text) ||
  text.includes(': Unreachable: ');

function watch(context: BrowserContext): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !isAnswer(message.text()))
      problems.push(`${message.page()?.url()}: ${message.text()}`);
  });
  context.on('weberror', (error) => problems.push(`${error.page()?.url()}: ${error.error().message}`));
  context.on('response', (response) => {
    if (response.status() >= 500)
      problems.push(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
}

/** Another user on another computer: an empty browser with one tab, closed after the test. */
export async function visitor(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: portal.origin,
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
  });
  contexts.push(context);
  context.setDefaultTimeout(60_000);
  watch(context);
  return context.newPage();
}

/** Signs in with a demo login on the sign-in page, in the language of the page, and waits for the next page. */
export async function signIn(page: Page, name: string, path = '/patients'): Promise<void> {
  if (!page.url().includes('/login')) await page.goto(path);
  await page.locator('input[type=email]').fill(`${name}@demo.airlog.test`);
  await page.locator('input[type=password]').fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('header').waitFor();
  await page.waitForURL((url) => url.pathname + url.search === path);
}

/** Returns the id of a new session of a demo login. */
async function sessionOf(name: string): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  const client = new pg.Client({ connectionString: portal.adminUrl });
  await client.connect();
  await client.query(
    `insert into sessions (id_hash, org_id, user_id, stage) select $1, org_id, id, 'full' from users where email = $2`,
    [sessionDigest(id), `${name}@demo.airlog.test`],
  );
  await client.end();
  return id;
}

/** Opens `path` with a session of a demo login: most tests are not about the sign-in page. */
export async function enter(page: Page, name: string, path = '/patients'): Promise<void> {
  await page.context().addCookies([{ name: 'airlog_session', value: await sessionOf(name), url: portal.origin }]);
  await page.goto(path);
  await page.locator('header').waitFor();
}

/** A signed-in visitor at `path`. */
export async function staff(name: string, path = '/patients', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await visitor(options);
  await enter(page, name, path);
  return page;
}

/** The date that many days from now in the demo organizations' time zone, as the portal shows it. */
export function usDate(days: number): string {
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
    .format(new Date())
    .split('-')
    .map(Number);
  const [y, m, d] = new Date(Date.UTC(year!, month! - 1, day! + days)).toISOString().slice(0, 10).split('-');
  return `${m}/${d}/${y}`;
}

/** Pastes text into a field, as the keyboard does. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await field.focus();
  await field.page().evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.press('ControlOrMeta+v');
}

/** Returns the sheets of a PDF by Chromium. */
export const pageCount = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** Extends the page's timeouts of 3000 ms from here on: the speed of a busy computer is not under test. */
export const beUnhurried = (page: Page) =>
  page.evaluate(() => {
    const { setTimeout: real } = window;
    window.setTimeout = ((work: () => void, delay?: number) =>
      real(work, delay === 3000 ? 60_000 : delay)) as typeof setTimeout;
  });
