import { TestEnvironment } from 'jest-environment-node';
import { providePackages } from './bundled-packages.js';

/** Node with the bundled packages. */
export default class NodeEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    providePackages(this.getVmContext(), this.global);
  }
}
