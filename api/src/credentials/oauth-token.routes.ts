import type { Reply, Route } from '../rest/route.ts';
import { issueAccessToken, OAuthRefusal, tokenRequestOf } from './oauth-token.service.ts';

/** Never stored, also by caches that know only HTTP/1.0 (RFC 6749, section 5.1). */
const headers = { Pragma: 'no-cache' };

function refusalReply({ status, code, description, hint }: OAuthRefusal, withHeader: boolean): Reply {
  return {
    status,
    body: { error: code, error_description: description, ...(hint && { hint }), message: description },
    headers: { ...headers, ...(status === 401 && withHeader && { 'WWW-Authenticate': 'Basic realm="OAuth"' }) },
  };
}

/** The exchange of an API key for an access token, as standard OAuth 2 clients call it. */
export const oauthTokenRoutes: Route[] = [
  {
    method: 'POST',
    path: '/oauth/token',
    guest: true,
    csrfExempt: true,
    handler: async (ctx, { body, authorization }) => {
      try {
        const { accessToken, expiresIn, scope } = await issueAccessToken(ctx, tokenRequestOf(body, authorization));
        return { body: { token_type: 'Bearer', expires_in: expiresIn, access_token: accessToken, scope }, headers };
      } catch (error) {
        if (error instanceof OAuthRefusal) return refusalReply(error, authorization !== undefined);
        throw error;
      }
    },
  },
];
