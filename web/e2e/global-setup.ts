import setupCluster from '../../api/test/global-setup.ts';
import { unpackBrowser } from './browser.ts';

/**
 * The API's setup, and Chromium unpacked before the first worker starts: on a new machine two workers would unpack it at
 * once, and a file that is still written cannot be executed.
 */
export default async function setup(): Promise<void> {
  await Promise.all([setupCluster(), unpackBrowser()]);
}
