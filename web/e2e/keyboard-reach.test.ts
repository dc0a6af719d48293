import { expect, test } from '@jest/globals';
import { outOfReach } from './keyboard.ts';
import { isPaper, screens, walk, WALK_MS } from './screens.ts';
import { useStage, visitor } from './stage.ts';

useStage();

test(
  'Tab reaches every control of each screen',
  async () => {
    const page = await visitor();
    const found = await walk(
      page,
      screens.filter((screen) => !isPaper(screen)),
      async ({ name }) => ({ [name]: await outOfReach(page) }),
    );
    expect(found).toEqual([]);
  },
  WALK_MS,
);
