import { outsideLink } from '#rules/shared/links';
import createPurifier from 'dompurify';

/** The tags allowed in a message, the same as the server's (document 000 renders messages as HTML). */
export const messageTags = ['b', 'i', 'em', 'strong', 'a', 'br', 'p', 'ul', 'ol', 'li', 'code'];

// A separate instance: its hook must not affect other users of DOMPurify.
const purifier = createPurifier(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  const address = outsideLink(node.getAttribute('href') ?? '');
  if (address === null) node.removeAttribute('href');
  else node.setAttribute('href', address);
  // A link leaves the portal and sends no referrer.
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

/** Returns sanitized HTML: allowed tags only, links to https only. The second sanitization, right before insertion. */
export function cleanHtml(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: messageTags,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^https:\/\//i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}
