import { TestEnvironment } from 'jest-environment-jsdom';
import { noteCpuTime } from '../api/test/cpu-time.js';
import { providePackages } from './jest.dependencies.js';

/** jsdom with the bundled packages, and the parts of Node that browsers have too and jsdom does not expose. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    providePackages(this.getVmContext(), this.global);
    Object.assign(this.global, {
      structuredClone,
      AbortController,
      AbortSignal,
      TextEncoder,
      TextDecoder,
      fetch,
      Headers,
      Request,
      Response,
      ReadableStream,
      TransformStream,
    });
  }

  async teardown() {
    await super.teardown();
    noteCpuTime('web');
  }
}
