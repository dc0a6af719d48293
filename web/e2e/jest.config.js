import api from '../../api/jest.config.js';

/** The built client in Chromium against the real server with the demo data. */
export default {
  ...api,
  displayName: 'browser',
  rootDir: '../..',
  roots: ['<rootDir>/web/e2e'],
  testEnvironment: '<rootDir>/web/e2e/jest-environment.js',
  globalSetup: '<rootDir>/web/e2e/global-setup.ts',
  testTimeout: 240_000,
};
