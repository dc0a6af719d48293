import { bundled } from './jest.dependencies.js';

/** Component tests of the client: ES modules unchanged, TypeScript through swc, the page from jsdom. */
export default {
  displayName: 'web',
  rootDir: import.meta.dirname,
  testTimeout: 120_000,
  testEnvironment: './jest-environment.js',
  globalSetup: './jest.dependencies.js',
  moduleNameMapper: bundled,
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
};
