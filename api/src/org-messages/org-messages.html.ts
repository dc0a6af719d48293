import sanitizeHtml from 'sanitize-html';

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['b', 'i', 'em', 'strong', 'a', 'br', 'p', 'ul', 'ol', 'li', 'code'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  // An address without a scheme leads into the reader's own portal, as the reader.
  transformTags: {
    a: (tagName, { href = '' }): sanitizeHtml.Tag => ({
      tagName,
      attribs: /^https:\/\//i.test(href) && URL.canParse(href) ? { href } : {},
    }),
  },
};

/** HTML with nothing but the allowed tags (b i em strong a[href=https] br p ul ol li code); everything else is taken out, scripts and styles with their content. */
export const cleanHtml = (html: string): string => sanitizeHtml(html, OPTIONS).trim();

/** Whether cleaned HTML says nothing: no letter, digit or sign in it. */
export const isBlank = (clean: string): boolean =>
  !/[\p{L}\p{N}\p{P}\p{S}]/u.test(
    sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} }).replace(/&(nbsp|#160|#xa0);/gi, ' '),
  );
