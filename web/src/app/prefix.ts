import type { StylisPlugin } from '@emotion/cache';

/** What current browsers know only, or also, with a prefix. Emotion's own plugin prefixes for browsers long gone. */
const PREFIXED =
  /^(backdrop-filter|box-decoration-break|hyphens|mask.*|print-color-adjust|text-size-adjust|user-select)$/;

/** Adds the prefixes that current browsers need. */
export const withPrefix: StylisPlugin = (element) => {
  if (element.type === 'decl' && PREFIXED.test(String(element.props)))
    element.return = `-webkit-${element.value}${element.value}`;
};
