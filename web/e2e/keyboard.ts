import type { Locator, Page } from 'playwright-core';

/** Stops of Tab after which a control counts as out of reach. */
const FAR = 150;

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);
export const hasFocus = (page: Page, control: Locator) => control.and(page.locator(':focus')).waitFor();

/** Waits until something has the focus: after an act it may pass the page for a frame. */
const somethingHasFocus = (page: Page) =>
  page.waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body);

/** Waits until something in a dialog has the focus. */
export const dialogHasFocus = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.closest('[role=dialog], [role=alertdialog]'));

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await control.waitFor();
  for (let n = 0; n < FAR; n += 1) {
    if (await isFocused(control)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${control} is out of reach of ${key}.`);
}

/** Goes to a control by Tab and presses a key there. */
export async function pressAt(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Goes to a field by Tab and types into it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/** Opens a menu or a dialog by its control, and leaves it by Escape: the control has the focus again. */
export async function opensAndReturns(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await pressAt(page, control, key);
  const open = page.locator(':is([role=dialog], [role=alertdialog], [role=menu])[data-state=open]');
  await open.first().waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog], [role=alertdialog], [role=menu]'));
  await page.keyboard.press('Tab');
  await somethingHasFocus(page);
  await page.keyboard.press('Escape');
  await open.first().waitFor({ state: 'detached' });
  await hasFocus(page, control);
}

/** How often Tab is pressed before the page is asked again, and at most. */
const [STRIDE, MOST] = [40, 1200];

/**
 * Presses Tab through a screen, or through its dialog, and returns what can have the focus and did not get it. Of a group of
 * radio buttons one is reached, and the arrows reach the others.
 */
export async function outOfReach(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const layer =
      [...document.querySelectorAll('[role=dialog][data-state=open], [role=alertdialog]')].at(-1) ?? document;
    const all = [
      ...layer.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
    ];
    const found = all.filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled, [type=radio]') &&
        !element.closest('[inert], [hidden]') &&
        element.checkVisibility({ visibilityProperty: true }),
    );
    const reached = new Set<EventTarget>();
    document.addEventListener('focusin', ({ target }) => target && reached.add(target));
    Object.assign(window, { walked: { found, reached } });
  });
  const missed = () =>
    page.evaluate(() => {
      const { found, reached } = Reflect.get(window, 'walked') as { found: HTMLElement[]; reached: Set<EventTarget> };
      return found
        .filter((element) => element.isConnected && !reached.has(element))
        .map((element) => element.outerHTML.slice(0, 160));
    });
  let left = await missed();
  for (let pressed = 0; left.length > 0 && pressed < MOST; pressed += STRIDE) {
    for (let n = 0; n < STRIDE; n += 1) await page.keyboard.press('Tab');
    left = await missed();
  }
  return left;
}
