import { createRequire } from 'node:module';

// jsdom computes the style of an element by matching it with each rule of the page, of which there are hundreds. Most rules
// ask for a class or a tag that the element does not have: that is seen without its selector engine, which takes a tenth of
// the time of a component test. This file is loaded before jsdom, whose style rules take the function when they load.

const ofJsdom = createRequire(import.meta.resolve('jest-environment-jsdom'));
const selectors = ofJsdom('jsdom/lib/jsdom/living/helpers/selectors.js');

/** The class (`.name`) or tag that the last part of a selector asks for; undefined if it is not certain. */
const neededBy = (part) => /\.[\w-]+/.exec(part)?.[0] ?? /^[a-z][\w-]*(?=$|[.#:])/i.exec(part)?.[0];

/** Of each selector of a list what its elements must have; null if one of them may match without. */
function needsOf(list) {
  let bare = list.replace(/\[[^\]]*\]/g, '');
  for (let before; before !== bare;) {
    before = bare;
    bare = bare.replace(/:[\w-]+\([^()]*\)/g, '');
  }
  if (/["'\\()]/.test(bare)) return null;
  const needs = bare.split(',').map((one) =>
    neededBy(
      one
        .trim()
        .split(/[\s>+~]+/)
        .at(-1),
    ),
  );
  return needs.every(Boolean) ? needs.map((need) => need.toLowerCase()) : null;
}

const known = new Map();
const { matchesDontThrow } = selectors;

/** Whether an element matches a selector, as jsdom says it. */
selectors.matchesDontThrow = (element, selector) => {
  if (typeof selector === 'string') {
    if (!known.has(selector)) known.set(selector, needsOf(selector));
    const needs = known.get(selector);
    if (needs) {
      const classes = element.getAttributeNS(null, 'class')?.toLowerCase() ?? '';
      const tag = element._localName.toLowerCase();
      if (!needs.some((need) => (need[0] === '.' ? classes.includes(need.slice(1)) : need === tag))) return false;
    }
  }
  return matchesDontThrow(element, selector);
};
