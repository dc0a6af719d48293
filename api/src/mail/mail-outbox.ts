import type { RequestHandler } from 'express';
import { withPrincipal } from '../db/principal.ts';
import type { App } from '../shared/context.ts';
import { escapeHtml } from '../shared/html.ts';
import { composeMail, MAIL_COLUMNS, type MailRow } from './mail-delivery.ts';

const SHOWN = 50;

/** The newest mails of every organization, with their links. */
const newest = (app: App): Promise<(MailRow & { state: string })[]> =>
  withPrincipal(app.db, { kind: 'auth' }, 'read', (em) =>
    em.execute(
      `select m.state, ${MAIL_COLUMNS} from mails m join users u on u.id = m.user_id join organizations o on o.id = u.org_id
        order by m.id desc limit ?`,
      [SHOWN],
    ),
  );

/** Escaped text with its address as a link. */
const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);

/**
 * Shows the mails of a trial at /dev/outbox, also as JSON. Without demo data, or with a mail server, there is no such
 * page: it would sign anyone in.
 */
export function devOutbox(app: App): RequestHandler {
  const { config } = app;
  return async (request, response, next) => {
    if (request.method !== 'GET' || request.path !== '/dev/outbox') return next();
    if (!config.demo || config.smtpUrl) return void response.status(404).json({ message: 'Not found.' });
    const mails = (await newest(app)).map((mail) => ({
      to: mail.email,
      state: mail.state,
      ...composeMail(config, mail),
    }));
    response.set('Cache-Control', 'no-store');
    if (!request.accepts('html')) return void response.json({ mails });
    // The link of a mail has no secret before its job has run.
    const isWaiting = mails.some(({ state }) => state === 'queued');
    const list = mails.map(
      ({ to, state, subject, text }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)} (${state})</p><pre>${linked(text)}</pre></article>`,
    );
    response
      .type('html')
      .send(
        `<!doctype html><html lang="en"><meta charset="utf-8">${isWaiting ? '<meta http-equiv="refresh" content="1">' : ''}<title>Outbox</title><h1>Outbox</h1>${list.join('\n') || '<p>No mails.</p>'}</html>`,
      );
  };
}
