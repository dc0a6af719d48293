import sanitizeHtml from 'sanitize-html';
import { outsideLink } from '../shared/links.rules.ts';

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['b', 'i', 'em', 'strong', 'a', 'br', 'p', 'ul', 'ol', 'li', 'code'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https'],
  allowProtocolRelative: false,
  // A link without a scheme would lead into the portal with the reader's own session.
  transformTags: {
    a: (tagName, { href = '' }): sanitizeHtml.Tag => {
      const address = outsideLink(href);
      return { tagName, attribs: address === null ? {} : { href: address } };
    },
  },
};

/**
 * Returns HTML with only the allowed tags (b i em strong a[href=https] br p ul ol li code); removes everything else,
 * and scripts and styles with their content.
 */
export const cleanHtml = (html: string): string => sanitizeHtml(html, OPTIONS).trim();

/** Whether sanitized HTML has no readable content: no letter, digit or symbol. */
export const isBlank = (clean: string): boolean =>
  !/[\p{L}\p{N}\p{P}\p{S}]/u.test(
    sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} }).replace(/&(nbsp|#160|#xa0);/gi, ' '),
  );
