import createPurifier from 'dompurify';

/** The tags of a message, the same as the server's (document 000 renders messages as HTML). */
export const messageTags = ['b', 'i', 'em', 'strong', 'a', 'br', 'p', 'ul', 'ol', 'li', 'code'];

// One of our own: its hook must not reach whatever else may use DOMPurify.
const purifier = createPurifier(window);
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  // A link leads out of the portal and tells nothing of it.
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

/** HTML that may be shown: the allowed tags, links to https only. The second cleaning, immediately before it is inserted. */
export function cleanHtml(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: messageTags,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^https:\/\//i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}
