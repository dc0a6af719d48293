import { deviceAuthorization } from '../src/auth/device.ts';
import { anonymous, running, type RestAnswer } from './harness.ts';

/** A simulated device at the gateway, over real HTTP. */
export interface TestDevice {
  serial: string;
  /** Posts to a path below /device/v1. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<RestAnswer>;
}

export const asDevice = (serial: string): TestDevice => ({
  serial,
  post: (path, body = {}, headers = {}) =>
    anonymous().rest('POST', `/device/v1${path}`, body, {
      authorization: deviceAuthorization(running().app.config, serial),
      ...headers,
    }),
});
