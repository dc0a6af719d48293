import type { RequestHandler } from 'express';
import type { OperationOutcome, OperationOutcomeIssue } from 'fhir/r4';
import { requestIdOf } from '../auth/refusals.ts';
import { MEDIA_TYPE } from './fhir-systems.ts';

/** A refusal as REST writes it (rest/errors.ts). */
interface Refused {
  message: string;
  code?: string;
  errors?: Record<string, string[]>;
  scopes?: readonly string[];
}

/** What a status means, by the codes of FHIR. */
const CODES: Record<number, OperationOutcomeIssue['code']> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  406: 'not-supported',
  408: 'timeout',
  413: 'too-long',
  415: 'not-supported',
  419: 'security',
  423: 'login',
  429: 'throttled',
  503: 'transient',
};
const OF_REFUSALS: Record<string, OperationOutcomeIssue['code']> = {
  too_expensive: 'too-costly',
  'fhir.parameter': 'not-supported',
  'fhir.modifier': 'not-supported',
};
const UNPROCESSABLE = 422;
const OF_FHIR = /^\/fhir(\/|$)/;

/** Returns the parts of a refusal: one for each parameter, or the whole. */
function textsOf({ message, errors }: Refused): { text: string; parameter?: string }[] {
  const texts = Object.entries(errors ?? {}).flatMap(([parameter, all]) => all.map((text) => ({ text, parameter })));
  return texts.length > 0 ? texts : [{ text: message }];
}

/** Returns a refusal or a fault as an OperationOutcome, with the id of the request. */
export function outcomeOf(status: number, refused: Refused, requestId: string): OperationOutcome {
  const code = OF_REFUSALS[refused.code ?? ''] ?? CODES[status] ?? 'exception';
  const missing = refused.scopes?.length ? ` One of these scopes is missing: ${refused.scopes.join(', ')}.` : '';
  return {
    resourceType: 'OperationOutcome',
    issue: textsOf(refused).map(({ text, parameter }) => ({
      severity: status >= 500 ? 'fatal' : 'error',
      code,
      details: { text: text + missing },
      diagnostics: `X-Request-Id: ${requestId}`,
      ...(parameter && !parameter.startsWith('where') && { location: [`http.${parameter}`] }),
    })),
  };
}

/**
 * Answers below /fhir with the media type of FHIR, and writes each refusal and fault there as an OperationOutcome: those of
 * a route, of an unknown address, and of a request that no route gets. FHIR has 400 for a search that is not valid.
 */
export function fhirAnswers(): RequestHandler {
  return (request, response, next) => {
    if (!OF_FHIR.test(request.path)) return next();
    const send = response.json.bind(response);
    const answer = (body: unknown) => {
      response.type(`${MEDIA_TYPE}; charset=utf-8`);
      if (response.statusCode < 400) return send(body);
      if (response.statusCode === UNPROCESSABLE) response.status(400);
      return send(outcomeOf(response.statusCode, body as Refused, requestIdOf(response)));
    };
    response.json = answer;
    next();
  };
}
