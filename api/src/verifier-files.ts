import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router } from 'express';

const FOLDER = join(import.meta.dirname, '../verifier');
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

/** Returns the content of the element of a page that begins with `tag`. */
function contentOf(html: string, tag: string): string {
  const start = html.indexOf(tag) + tag.length;
  return html.slice(start, html.indexOf('</', start));
}
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Returns the page with which a payer checks a report offline: the template with the verifier inside it, so that it also
 * works as a saved file. Its policy is in the page too: it runs its own script and makes no connection.
 */
export function offlinePage(): { html: string; policy: string } {
  // An engine takes the first line, for the shell, only at the start of a file.
  const verifier = read('airlog-verify.mjs').replace(/^#!.*\n/, '');
  const page = read('page.html').replace('/*__VERIFIER__*/', () => verifier);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(contentOf(page, '<script type="module">'))}`,
    `style-src ${hashOf(contentOf(page, '<style>'))}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return { html: page.replace('__POLICY__', policy), policy: `${policy}; frame-ancestors 'none'` };
}

/** Serves the verifier of compliance reports (decisions/122), as a page and as a program, to anyone. */
export function verifierFiles(): Router {
  const router = Router();
  router.get('/verify/offline.html', (_request, response) => {
    const { html, policy } = offlinePage();
    response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' }).type('html').send(html);
  });
  router.get('/verify/airlog-verify.mjs', (_request, response) => {
    response.set('Cache-Control', 'no-cache').attachment('airlog-verify.mjs').type('text/javascript');
    response.send(read('airlog-verify.mjs'));
  });
  return router;
}
