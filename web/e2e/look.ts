import type { Page } from 'playwright-core';

/** The five sizes of text. */
const SIZES = ['12px', '13px', '14px', '16px', '20px'];
/** The grounds of main buttons in light: of an act, and of one that takes something away. */
const MAIN = ['rgb(23, 99, 111)', 'rgb(180, 35, 24)'];

/** Returns the texts of another size, and the main buttons when a screen, or its dialog, has more than one. */
export const oddLooks = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([sizes, main]) => {
      const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const hasText = ({ childNodes }: Element) =>
        [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '');
      const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].findLast(isSeen);
      const texts = [...document.body.querySelectorAll('*')].flatMap((element) => {
        const { fontSize } = getComputedStyle(element);
        if (!hasText(element) || sizes!.includes(fontSize) || !isSeen(element)) return [];
        return [`${fontSize}: ${element.textContent.slice(0, 40)}`];
      });
      const buttons = [...(dialog ?? document).querySelectorAll('button, a')]
        .filter((button) => isSeen(button) && main!.includes(getComputedStyle(button).backgroundColor))
        .map((button) => `main button: ${button.getAttribute('aria-label') ?? button.textContent}`);
      return [...texts, ...(buttons.length > 1 ? buttons : [])];
    },
    [SIZES, MAIN],
  );
