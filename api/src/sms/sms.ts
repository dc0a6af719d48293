import { write } from '../db/write.ts';
import type { Config } from '../shared/config.ts';
import type { Context } from '../shared/context.ts';

const TIMEOUT_MS = 5000;

/** Whether text messages can be sent: by SMS_URL, or, in a trial, to the outbox. */
export const smsIsAvailable = ({ smsUrl, demo }: Config): boolean => smsUrl !== undefined || demo;

/**
 * Sends a text message to a ten-digit number: to SMS_URL as JSON `{to, text}`, or to the outbox. Returns false when the
 * service did not take it. The log contains neither the number nor the text.
 */
export async function sendSms(ctx: Context, phone: string, text: string): Promise<boolean> {
  const { smsUrl, demo } = ctx.app.config;
  if (smsUrl) return post(ctx, smsUrl, { to: `+1${phone}`, text });
  if (!demo) return false;
  await ctx.asAuth('write', (em) => write(em).insertInto('sms_messages').values({ phone, body: text }).execute());
  return true;
}

async function post(ctx: Context, smsUrl: string, message: { to: string; text: string }): Promise<boolean> {
  const { username, password, href } = withoutCredentials(smsUrl);
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  try {
    const { ok, status, body } = await fetch(href, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(username && { Authorization: `Basic ${credentials}` }) },
      body: JSON.stringify(message),
      redirect: 'error', // a message is sent to no other address
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await body?.cancel();
    if (!ok) ctx.app.log.warn({ status }, 'The SMS service refused a message.');
    return ok;
  } catch (error) {
    ctx.app.log.warn({ reason: (error as Error).name }, 'The SMS service did not answer.');
    return false;
  }
}

/** fetch takes no credentials in an address. */
function withoutCredentials(address: string): { username: string; password: string; href: string } {
  const url = new URL(address);
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  url.username = url.password = '';
  return { username, password, href: url.href };
}
