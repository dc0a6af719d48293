import { expect, test } from '@jest/globals';
import { lifeOf } from './tokenLife.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');

test.each([
  ['2026-05-01T12:00:00.000Z', 'expired'],
  ['2026-05-01T12:00:00.001Z', 'ending'],
  ['2026-05-08T12:00:00.000Z', 'ending'],
  ['2026-05-08T12:00:00.001Z', 'valid'],
] as const)('a token that ends at %s is %s', (expiresAt, life) => expect(lifeOf(expiresAt, NOW)).toBe(life));
