import { TestEnvironment } from 'jest-environment-jsdom';

/** jsdom with the parts of Node that browsers have too and jsdom does not expose. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
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
}
