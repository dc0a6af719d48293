import { Router } from 'express';
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { SCOPES } from '../auth/scopes.ts';
import { originOf } from '../rest/router.ts';
import type { App } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { preferredLocale, type Locale } from '../shared/messages.ts';
import { PAGES, developerPage } from './developer-pages.ts';
import { PAGE_POLICY } from './developer-style.ts';
import { openApi } from './openapi.ts';

/** For an hour: what they say changes with the version only. */
const KEPT = 'public, max-age=3600';

const languageOf = (asked: unknown, accepted: string | undefined): Locale =>
  asked === 'en' || asked === 'es' ? asked : preferredLocale(accepted);

/**
 * Serves to anyone what a programmer needs: the pages, the schema of GraphQL, the description of REST, and where a token is
 * issued (RFC 8414). Each is made at its first request (decisions/182).
 */
export function developers(app: App, schema: GraphQLSchema): Router {
  const router = Router();
  let printed: string | undefined;
  let described: string | undefined;
  router.get('/schema.graphql', (_request, response) => {
    printed ??= `${printSchema(lexicographicSortSchema(schema))}\n`;
    response.set('Cache-Control', KEPT).type('text/plain').send(printed);
  });
  router.get('/openapi.json', (_request, response) => {
    described ??= JSON.stringify(openApi(schema));
    response.set('Cache-Control', KEPT).type('json').send(described);
  });
  router.get('/.well-known/oauth-authorization-server', (request, response) => {
    const issuer = originOf(app, request.headers.host);
    response.set('Cache-Control', 'no-cache').json({
      issuer,
      token_endpoint: `${issuer}/oauth/token`,
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      scopes_supported: SCOPES,
      service_documentation: `${issuer}/developers`,
    });
  });
  const page = developerPage(app, schema);
  for (const name of PAGES)
    router.get(name === 'start' ? '/developers' : `/developers/${name}`, (request, response) => {
      const locale = languageOf(request.query.lang, request.headers['accept-language']);
      response.set({ 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-cache', 'Content-Language': locale });
      response
        .vary('Accept-Language')
        .type('html')
        .send(page(name, locale, originOf(app, request.headers.host)));
    });
  router.use('/developers', () => {
    throw new NotFound();
  });
  return router;
}
