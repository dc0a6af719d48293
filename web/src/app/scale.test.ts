import { describe, expect, test } from '@jest/globals';
import { colors } from './colors.ts';
import { durations, fontSizes, textStyles } from './scale.ts';
import { system } from './theme.ts';

const valuesOf = (tokens: Record<string, { value: string }>) =>
  [...new Set(Object.values(tokens).map(({ value }) => value))].sort();

test('text has five sizes', () => {
  expect(valuesOf(fontSizes)).toEqual(['0.75rem', '0.8125rem', '0.875rem', '1.25rem', '1rem']);
  expect(system.tokens.categoryMap.get('fontSizes')?.size).toBe(Object.keys(fontSizes).length);
});

test('each style of text has a size of the theme', () => {
  const used = Object.values(textStyles).flatMap(({ value }) => ('fontSize' in value ? [value.fontSize] : []));
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((size) => !(String(size) in fontSizes))).toEqual([]);
});

test('no motion of the theme lasts longer than 150 ms', () => {
  expect(valuesOf(durations).map((value) => Number.parseInt(value, 10) <= 150)).toEqual([true, true, true]);
  expect(system.tokens.categoryMap.get('durations')?.size).toBe(Object.keys(durations).length);
});

type Mode = '_light' | '_dark';
const modes: Mode[] = ['_light', '_dark'];

/** WCAG's relative luminance of a color as #rrggbb. */
function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const palettes = ['teal', 'red', 'orange', 'green', 'blue', 'gray'] as const;

describe.each(modes)('the colors of the mode %s', (mode) => {
  const of = (token: { value: Record<Mode, string> }) => token.value[mode];
  const grounds = [colors.bg.DEFAULT, colors.bg.panel].map(of);

  test.each(palettes)('%s: text is read on its own grounds and on those of the page', (name) => {
    const palette = colors[name];
    const ratios = [
      contrast(of(palette.contrast), of(palette.solid)),
      ...[...grounds, of(palette.subtle)].map((ground) => contrast(of(palette.fg), ground)),
    ];
    expect(ratios.filter((ratio) => ratio < 4.5)).toEqual([]);
  });

  test.each(palettes)('%s: the ring of the focus is seen on the page', (name) => {
    expect(grounds.map((ground) => contrast(of(colors[name].focusRing), ground)).filter((r) => r < 3)).toEqual([]);
  });

  test('text and the edges of controls are seen on the page', () => {
    const { fg, border } = colors;
    const texts = [fg.DEFAULT, fg.muted, fg.subtle, fg.error, fg.warning, fg.success, fg.info].map(of);
    expect(texts.filter((text) => grounds.some((ground) => contrast(text, ground) < 4.5))).toEqual([]);
    expect(grounds.filter((ground) => contrast(of(border.emphasized), ground) < 3)).toEqual([]);
  });
});
