import { expect, test } from '@jest/globals';
import { colors } from '../../app/colors.ts';
import { CHART_TOKENS } from './usageColors.ts';

type Pair = { value: { _light: string; _dark: string } };

function tokenOf(path: string): Pair {
  const found = path
    .split('.')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], colors as unknown);
  return ('value' in (found as object) ? found : (found as { DEFAULT: Pair }).DEFAULT) as Pair;
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

const MARKS = [
  'enough',
  'short',
  'noData',
  'fault',
  'ahi',
  'pressure',
  'p95',
  'leak',
  'windowEdge',
  'note',
  'text',
] as const;

test.each(MARKS)('%s has a contrast of 3:1 or more with the panel, light and dark', (mark) => {
  for (const mode of ['_light', '_dark'] as const) {
    const [color, panel] = [tokenOf(CHART_TOKENS[mark]), tokenOf(CHART_TOKENS.panel)].map((pair) => pair.value[mode]);
    expect(contrast(color!, panel!)).toBeGreaterThanOrEqual(3);
  }
});

test.each(['enough', 'short', 'text'] as const)('%s has it in the compliance window too', (mark) => {
  for (const mode of ['_light', '_dark'] as const) {
    const [color, tint] = [tokenOf(CHART_TOKENS[mark]), tokenOf(CHART_TOKENS.window)].map((pair) => pair.value[mode]);
    expect(contrast(color!, tint!)).toBeGreaterThanOrEqual(3);
  }
});

test('text has a contrast of 4.5:1 or more', () => {
  for (const mode of ['_light', '_dark'] as const)
    for (const text of ['text', 'muted'] as const)
      expect(
        contrast(tokenOf(CHART_TOKENS[text]).value[mode], tokenOf(CHART_TOKENS.panel).value[mode]),
      ).toBeGreaterThanOrEqual(4.5);
});
