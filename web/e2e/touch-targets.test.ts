import { expect, test } from '@jest/globals';
import { screens, walk, WALK_MS } from './screens.ts';
import { staff, useStage, visitor } from './stage.ts';

useStage();

const MOST_USED = [
  'the home',
  'the follow-ups',
  'the patients',
  'a patient',
  'a night',
  'Update equipment',
  'iCode Reports',
  'the machines',
  'the columns of the machines',
  'an upload',
  'the users',
  'a machine',
];

/**
 * Returns the visible controls that a finger misses 21 px next to their center, as their size and name: all but links
 * inside sentences, which WCAG 2.5.8 exempts. Of a control inside a label, the label is what is pressed. Runs in the page.
 */
function smallTargets(): string[] {
  const controls =
    'a[href]:not(.chakra-skip-nav), button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=option]';
  // A dialog makes the page below it inert.
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
  const isInSentence = (control: Element) =>
    control.tagName === 'A' &&
    [...control.parentNode!.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
    );
  return [...(dialog ?? document).querySelectorAll(controls)].flatMap((control) => {
    const target = control.closest('label') ?? control;
    const { width, height } = target.getBoundingClientRect();
    const isSeen =
      target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1;
    if (!isSeen || control.matches(':disabled') || isInSentence(control)) return [];
    if (width >= 44 && height >= 44) return [];
    // Headers that the cards of a phone clip away.
    if (control.closest('thead') && getComputedStyle(control.closest('thead')!).position === 'absolute') return [];
    target.scrollIntoView({ block: 'center', inline: 'center' });
    const { x, y } = target.getBoundingClientRect();
    const isHit = ([dx, dy]: [number, number]) => {
      const hit = document.elementFromPoint(x + width / 2 + dx, y + height / 2 + dy);
      return hit !== null && target.contains(hit);
    };
    const around: [number, number][] = [
      [0, -21],
      [0, 21],
      [-21, 0],
      [21, 0],
    ];
    if (around.every(isHit)) return [];
    const name = control.getAttribute('aria-label') ?? target.textContent;
    return [`${Math.round(width)} × ${Math.round(height)}: ${control.tagName} ${name}`];
  });
}

test(
  'on a phone what a finger presses is 44 pixels high and wide',
  async () => {
    const page = await visitor({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const found = await walk(
      page,
      screens.filter(({ name }) => MOST_USED.includes(name)),
      async ({ name }) => ({ [name]: await page.evaluate(smallTargets) }),
    );
    expect(found).toEqual([]);
  },
  WALK_MS,
);

test('with a mouse the rows of a list stay 40 pixels high, and their buttons 32', async () => {
  const page = await staff('ep.admin', '/patients', { viewport: { width: 1440, height: 900 } });
  const row = page
    .locator('tbody tr')
    .filter({ has: page.locator('td[data-identity]') })
    .first();
  await row.waitFor();
  // Half a pixel of the border is the row's.
  expect(Math.floor((await row.boundingBox())!.height)).toBe(40);
  expect((await row.getByRole('button', { name: /^Edit/ }).boundingBox())!.height).toBe(32);
});
