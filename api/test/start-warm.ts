import type { Portal } from '../src/start.ts';
import type { Config } from '../src/shared/config.ts';

type Start = (config: Config) => Promise<Portal>;

/**
 * Starts a portal with the server's code that the worker has loaded for all of its test files (warm-portals.js); without
 * a worker, with its own.
 */
export const startWarm: Start = async (config) => {
  const start = Reflect.get(globalThis, Symbol.for('airlog.startPortal')) as Start | undefined;
  return start ? start(config) : (await import('../src/start.ts')).startPortal(config);
};
