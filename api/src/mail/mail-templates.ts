import { escapeHtml } from '../shared/html.ts';
import { translate, type Locale, type MessageKey } from '../shared/messages.ts';

/**
 * Each kind of mail to staff. `path`: the page that its link opens, with the id of the recipient for {user}. A mail about
 * a change names no detail of it, such as a number or a role, because mail is not confidential (decisions/065); that about a
 * new device has lines, because its recipient has to recognize it (decisions/141).
 */
export const MAIL_TEMPLATES = {
  'access-changed': { path: '/users/{user}' },
  'api-key-changed': { path: '/users/{user}' },
  'api-key-revoked': { path: '/users/{user}' },
  invitation: { path: '/accept-invitation' },
  'new-device': { path: '/forgot-password' },
  'password-changed': { path: '/forgot-password' },
  'password-reset': { path: '/reset-password' },
  'password-reset-by-administrator': { path: '/reset-password' },
  'phone-changed': { path: '/users/{user}' },
  'recovery-codes-renewed': { path: '/account/security' },
  'second-factor-added': { path: '/account/security' },
  'second-factor-removed': { path: '/account/security' },
  'second-factor-reset': { path: '/account/security' },
  'token-created': { path: '/users/{user}' },
  'token-deleted': { path: '/users/{user}' },
  'webhook-disabled': { path: '/settings' },
} as const;

export type MailTemplate = keyof typeof MAIL_TEMPLATES;

/** What the link of a mail sets: the first password, or a new one. */
export type LinkPurpose = 'invitation' | 'password';

/** What the texts of a mail name. */
export interface MailFacts {
  portal: string;
  organization: string;
  /** The recipient; null when the name is older than the rule of names and holds an address: another user wrote it. */
  name: string | null;
  email: string;
}

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/**
 * Returns a mail in a language, as text and as HTML. Names are those of users, so they are escaped in HTML. `lines`: what
 * the body lists; the text of the template goes on after them.
 */
export function renderMail(
  locale: Locale,
  template: MailTemplate,
  facts: MailFacts,
  link: string,
  lines: readonly string[] = [],
): MailText {
  const values = { ...facts, name: facts.name ?? '' };
  const say = (part: string) => translate(locale, `mail.${part}` as MessageKey, values);
  const [greeting, footer] = [say(facts.name ? 'greeting' : 'greeting_without_name'), say('footer')];
  const [subject, body, action] = [say(`${template}.subject`), say(`${template}.body`), say(`${template}.action`)];
  const listed = lines.length > 0 ? [...lines, say(`${template}.after`)] : [];
  const paragraph = (content: string, style = '') => `<p style="margin:0 0 16px;${style}">${content}</p>`;
  const html = [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f4f4f5;color:#18181b;font:16px/1.5 sans-serif">',
    '<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px">',
    paragraph(escapeHtml(greeting)),
    ...[body, ...listed].map((text) => paragraph(escapeHtml(text))),
    paragraph(
      `<a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#0f766e;color:#ffffff;text-decoration:none">${escapeHtml(action)}</a>`,
    ),
    paragraph(escapeHtml(link), 'font-size:13px;color:#52525b;word-break:break-all'),
    paragraph(escapeHtml(footer), 'margin:0;font-size:13px;color:#52525b'),
    '</div></body></html>',
  ].join('\n');
  return { subject, html, text: [greeting, body, ...listed, `${action}: ${link}`, footer].join('\n\n') };
}
