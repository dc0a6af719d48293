import { expect, test } from '@jest/globals';
import { anonymous, running, usePortal } from '../test/harness.ts';

const PAGE = 'https://legacy.example/quick/info?portal=1';
usePortal({ legacyInfo: new URL(PAGE) });

const ask = async () => {
  const { status, headers } = await anonymous().rest('GET', '/quick/info');
  return [status === 302, headers.get('location'), headers.get('cache-control')];
};

test('/quick/info leads to the page of the legacy system, and without one to the page of the client', async () => {
  expect(await ask()).toEqual([true, PAGE, 'no-store']);
  running().app.config.legacyInfo = null;
  expect((await ask()).slice(0, 2)).toEqual([false, null]);
});
