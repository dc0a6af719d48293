import { chromium } from 'playwright-core';
import NodeEnvironment from '../../api/test/jest-environment.js';

/** The API's environment, with the driver of the browser: a worker loads it once, and not for each test file. */
export default class BrowserEnvironment extends NodeEnvironment {
  async setup() {
    await super.setup();
    this.global[Symbol.for('airlog.chromium')] = chromium;
  }
}
