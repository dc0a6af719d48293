import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { requestIdOf } from './auth/refusals.ts';
import type { Config } from './shared/config.ts';

const join = (directives: string[]) => directives.join('; ');

/** For answers that are not pages: a browser that shows one loads and runs nothing. */
const ANSWER_POLICY = join(["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"]);

/**
 * The policy of a page and of its scripts, which may start workers. Emotion's styles carry the nonce. GraphiQL's editor
 * does not support it, so without a nonce inline styles are allowed, never inline scripts.
 */
export function pagePolicy(config: Config, nonce: string | null): string {
  return join([
    "default-src 'self'",
    "script-src 'self'",
    nonce ? `style-src 'self' 'nonce-${nonce}'` : "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${config.publicUrl.replace(/^http/, 'ws')}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]);
}

/** The portal uses none of these; a script that came in from elsewhere may not either. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

/** The headers of every answer, and its id. Pages replace the policy by theirs. */
export function securityHeaders(config: Config): RequestHandler[] {
  const permissions = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', ');
  return [
    helmet({
      contentSecurityPolicy: false,
      referrerPolicy: { policy: 'no-referrer' },
      strictTransportSecurity: config.publicUrl.startsWith('https:'),
    }),
    (_request, response, next) => {
      requestIdOf(response);
      response.set({ 'Content-Security-Policy': ANSWER_POLICY, 'Permissions-Policy': permissions });
      next();
    },
  ];
}
