import { types } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';
import { providePackages } from './bundled-packages.js';
import { noteCpuTime } from './cpu-time.js';
import { startWarm } from './warm-portals.js';

/**
 * Makes the errors of Node's own modules, such as ECONNRESET, errors of the tests too. They are made outside of the
 * environment, whose own `Error` does not know them: GraphQL and Apollo would replace them as values that are no errors.
 */
function knowErrorsOfNode({ Error }) {
  Object.defineProperty(Error, Symbol.hasInstance, {
    value(value) {
      const isOwn = Function.prototype[Symbol.hasInstance].call(this, value);
      return isOwn || (this === Error && types.isNativeError(value));
    },
  });
}

/** Node with the bundled packages, and the worker's portals. */
export default class NodeEnvironment extends TestEnvironment {
  #project;

  constructor(config, context) {
    super(config, context);
    this.#project = config.projectConfig.displayName.name;
    const { watch, watchAll } = config.globalConfig;
    this.global[Symbol.for('airlog.startPortal')] = (settings) => startWarm(settings, watch || watchAll);
  }

  async setup() {
    await super.setup();
    knowErrorsOfNode(this.global);
    providePackages(this.getVmContext(), this.global);
  }

  async teardown() {
    await super.teardown();
    noteCpuTime(this.#project);
  }
}
