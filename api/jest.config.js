import { bundled } from './test/bundled-packages.js';

/** Tests of the api: ESM, the same decorators as tsx, one PostgreSQL for the run, one database and one portal a file. */
export default {
  displayName: 'api',
  rootDir: '..',
  roots: ['<rootDir>/api/src', '<rootDir>/api/test'],
  testEnvironment: '<rootDir>/api/test/jest-environment.js',
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  globalSetup: '<rootDir>/api/test/global-setup.ts',
  globalTeardown: '<rootDir>/api/test/global-teardown.ts',
  setupFiles: ['reflect-metadata'],
  moduleNameMapper: bundled,
  testTimeout: 120_000,
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          target: 'es2023',
          keepClassNames: true,
          transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: false },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
};
