import { expect, test } from '@jest/globals';
import { screens, walk, WALK_MS } from './screens.ts';
import { scoreOf, shiftsOf, watchShifts } from './shifts.ts';
import { useStage, visitor } from './stage.ts';

useStage();

test.each([
  { what: 'on a laptop', options: { viewport: { width: 1440, height: 900 } } },
  { what: 'on a phone', options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
])(
  '$what a screen stays where it is while it loads',
  async ({ options }) => {
    const page = await visitor(options);
    await watchShifts(page);
    const found = await walk(page, screens, async ({ name }) => {
      const shifts = await shiftsOf(page);
      const score = scoreOf(shifts);
      const moved = shifts.flatMap(({ value, moved: parts }) => parts.map((part) => `${value.toFixed(3)} ${part}`));
      return { [name]: score > 0.02 ? [score.toFixed(3), ...moved] : [] };
    });
    expect(found).toEqual([]);
  },
  WALK_MS,
);
