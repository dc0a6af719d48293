import { existsSync } from 'node:fs';
import type { Browser, BrowserType } from 'playwright-core';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** A page of a test lives for seconds: optimizing its code costs more than it gains. */
const SHORT_LIVED = ['--js-flags=--no-opt'];

/** The system's Chromium, or the one in the npm package with the libraries that a minimal system lacks. */
async function executable(): Promise<{ executablePath: string; args: string[] }> {
  const installed = [process.env.CHROMIUM_PATH, ...INSTALLED].find((path) => path && existsSync(path));
  if (installed) return { executablePath: installed, args: [] };
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'; // makes the package unpack its libraries too
  const { default: packaged } = await import('@sparticuz/chromium');
  packaged.setGraphicsMode = false;
  return { executablePath: await packaged.executablePath(), args: ['--headless=shell'] };
}

/** Unpacks the npm package's Chromium if it is needed and not there yet. */
export const unpackBrowser = async (): Promise<void> => void (await executable());

/** The driver: the one that the tests' environment has loaded, or the package. */
async function driver(): Promise<BrowserType> {
  const loaded = Reflect.get(globalThis, Symbol.for('airlog.chromium')) as BrowserType | undefined;
  return loaded ?? (await import('playwright-core')).chromium;
}

/** Starts a headless Chromium for the browser tests. `asUsers`: with optimized code, as users have it. */
export async function launchBrowser({ asUsers = false } = {}): Promise<Browser> {
  const { executablePath, args } = await executable();
  const flags = [...QUIET, ...(asUsers ? [] : SHORT_LIVED), ...args];
  return (await driver()).launch({ executablePath, args: flags, env: process.env as Record<string, string> });
}
