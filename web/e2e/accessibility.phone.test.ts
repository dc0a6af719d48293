import { expect, test } from '@jest/globals';
import { violations } from './axe.ts';
import { isPaper, screens, walk } from './screens.ts';
import { useStage, visitor } from './stage.ts';

useStage();

test('axe finds nothing on a phone, where nothing is wider than the screen', async () => {
  const page = await visitor({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  expect(
    await walk(
      page,
      screens.filter((screen) => !isPaper(screen)),
      async ({ name }) => ({
        [name]: await violations(page),
        // Tables scroll in their own region.
        [`${name}, sideways`]: await page.evaluate(() =>
          document.documentElement.scrollWidth > window.innerWidth
            ? [`${document.documentElement.scrollWidth} px`]
            : [],
        ),
      }),
    ),
  ).toEqual([]);
});
