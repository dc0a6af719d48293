import { Router } from 'express';
import { withPrincipal } from '../db/principal.ts';
import type { App } from '../shared/context.ts';
import { escapeHtml } from '../shared/html.ts';

interface Sent {
  phone: string;
  body: string;
  /** As the database writes it. */
  created_at: string;
}

const SHOWN = 50;

/**
 * /dev/outbox/sms: the latest text messages of an installation without an SMS service, as a page or, for Accept:
 * application/json, as JSON. Of a trial only.
 */
export function smsOutbox(app: App): Router {
  const router = Router();
  if (!app.config.demo) return router;
  router.get('/dev/outbox/sms', async (request, response) => {
    const messages = await withPrincipal(app.db, { kind: 'auth' }, 'read', (em) =>
      em.execute<Sent[]>('select phone, body, created_at from sms_messages order by id desc limit ?', [SHOWN]),
    );
    response.set('Cache-Control', 'no-store');
    if (request.accepts(['html', 'json']) === 'json') response.json({ data: messages });
    else response.type('html').send(pageOf(messages));
  });
  return router;
}

const pageOf = (messages: Sent[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Text messages</title><h1>Text messages</h1>${
    messages.length === 0
      ? '<p>None was sent.</p>'
      : `<table><tr><th>Time</th><th>Phone</th><th>Text</th></tr>${messages.map(rowOf).join('')}</table>`
  }</html>`;

const rowOf = ({ phone, body, created_at: sent }: Sent): string =>
  `<tr><td>${escapeHtml(sent)}</td><td>${escapeHtml(phone)}</td><td>${escapeHtml(body)}</td></tr>`;
