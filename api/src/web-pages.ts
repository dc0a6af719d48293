import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import express, { Router, type Request, type Response } from 'express';
import { firstRunOf } from './account/first-run.ts';
import { createContext } from './auth/authenticate.ts';
import { EMPTY_BROWSER } from './auth/cookies.ts';
import { hasEndedSession } from './sign-in/session.service.ts';
import { canUseGraphiql } from './auth/graphiql.policy.ts';
import { requestIdOf } from './auth/refusals.ts';
import { pagePolicy } from './security-headers.ts';
import { verifierFiles } from './verifier-files.ts';
import { webFiles } from './web-files.ts';
import type { App } from './shared/context.ts';
import { NotFound } from './shared/errors.ts';
import { escapeHtml } from './shared/html.ts';
import { addressOf } from './shared/network.ts';

/** Files of the build that are pages. */
const PAGES = new Set(['/graphiql.html', '/index.html', '/login.html']);

const BUILD = join(import.meta.dirname, '../../dist/web');

function page(app: App, file: string, nonced: boolean, isFirstRun = false) {
  return (_request: Request, response: Response) => {
    const path = join(BUILD, file);
    if (!existsSync(path)) {
      response.status(503).type('text/plain').send('The web client is not built. Run: npm run build:web');
      return;
    }
    const nonce = nonced ? randomBytes(16).toString('base64') : null;
    response.set({ 'Content-Security-Policy': pagePolicy(app.config, nonce), 'Cache-Control': 'no-store' });
    const html = readFileSync(path, 'utf8')
      .replaceAll('__CSP_NONCE__', nonce ?? '')
      .replaceAll('__PORTAL_NAME__', () => escapeHtml(app.config.portalName))
      .replaceAll('__APP_REGION__', app.config.appRegion)
      .replaceAll('__FIRST_RUN__', isFirstRun ? 'yes' : '');
    response.type('html').send(html);
  };
}

/**
 * Serves the built React client: hashed files cached forever, HTML never cached, and any other address as the client's
 * own route.
 */
export function webPages(app: App): Router {
  const router = Router();
  const setHeaders = (response: ServerResponse) =>
    void response.setHeader('Content-Security-Policy', pagePolicy(app.config, null));
  router.use('/assets', webFiles(join(BUILD, 'assets'), setHeaders));
  router.get('/graphiql', async (request, response, next) => {
    const ctx = await createContext(app, {
      id: requestIdOf(response),
      method: 'GET',
      headers: request.headers,
      ip: addressOf(app.config, request),
      setCookie: () => undefined,
    });
    if (hasEndedSession(ctx)) response.set('Clear-Site-Data', EMPTY_BROWSER);
    if (!ctx.signedIn) response.redirect(302, '/login?return=/graphiql');
    else if (!canUseGraphiql(ctx.signedIn))
      next(); // the client's own page checks the permission
    else page(app, 'graphiql.html', false)(request, response);
  });
  // The link of the dialog of SD cards. The client has a page for it too (decisions/168).
  router.get('/quick/info', (_request, response, next) => {
    const { legacyInfo } = app.config;
    if (legacyInfo) response.set('Cache-Control', 'no-store').redirect(302, legacyInfo.href);
    else next();
  });
  // Nothing of the portal is for search engines.
  router.get('/robots.txt', (_request, response) => response.type('text/plain').send('User-agent: *\nDisallow: /\n'));
  router.use(verifierFiles());
  // An HTML file of the build is only served as a page, with its policy.
  router.get(/\.html$/, ({ path }, response) => {
    if (!PAGES.has(path)) throw new NotFound();
    response.redirect(302, '/');
  });
  router.use(express.static(BUILD, { index: false, maxAge: '1h', setHeaders }));
  const firstRun = firstRunOf(app.db);
  router.get('/login', async (request, response) => page(app, 'login.html', true, await firstRun())(request, response));
  // What programs ask for, and the client has no page for.
  router.use('/docs', () => {
    throw new NotFound();
  });
  // No route of the client has a dot: this is the address of a file that does not exist. Not a pattern: one of them took
  // 120 ms for 16 kB of dots.
  router.get(/.*/, ({ path }, _response, next) => {
    const file = path.slice(path.lastIndexOf('/'), -1);
    if (path.includes('/.') || file.includes('.')) throw new NotFound();
    next();
  });
  router.get(/.*/, page(app, 'index.html', true));
  router.use((request, _response, next) => {
    if (request.method === 'OPTIONS') return next(); // Express answers it with the methods of the page
    throw new NotFound(); // a page takes no other method
  });
  return router;
}
