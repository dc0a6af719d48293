import { cached } from '../shared/cached.ts';
import type { Config } from '../shared/config.ts';
import { calling } from '../shared/work.ts';
import type { MailText } from './mail-templates.ts';

const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;

const transportOf = cached(4, async (url: string) => {
  const { createTransport } = await import('nodemailer'); // with the first mail: a start needs none
  return createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    // Texts come from this code; a name must not become a path or an address that is fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
});

/**
 * What became of a mail. bounced: the server takes no mail for this address. refused: it does not take this mail.
 * `reason`: the reply code of the server.
 */
export type MailOutcome = { kind: 'sent' } | { kind: 'bounced' | 'refused'; reason: string };

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  command?: string;
}

/** The server could not be reached, or asks to try later. The message has no address and no text of the server. */
export class MailServerUnavailable extends Error {
  override name = 'MailServerUnavailable';
}

/**
 * Sends one mail by SMTP. Throws MailServerUnavailable when a later attempt may succeed. `messageId` is the same in each
 * attempt, so that a mailbox recognizes a repetition.
 */
export async function sendBySmtp(
  config: Config,
  mail: MailText & { to: string; messageId: string },
): Promise<MailOutcome> {
  try {
    const transport = await transportOf(config.smtpUrl!);
    const message = {
      ...mail,
      to: { name: '', address: mail.to },
      from: { name: config.portalName, address: config.mailFrom },
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    await calling('mail server', () => transport.sendMail(message));
    return { kind: 'sent' };
  } catch (error) {
    const { code = 'unknown', responseCode = 0, command = '' } = error as SmtpError;
    const isFinal = responseCode >= 500;
    const reason = String(responseCode);
    if (isFinal && code === 'EENVELOPE' && command.startsWith('RCPT')) return { kind: 'bounced', reason };
    if (isFinal && code === 'EMESSAGE') return { kind: 'refused', reason };
    throw new MailServerUnavailable(`The mail server did not take a mail (${code} ${reason}).`);
  }
}
