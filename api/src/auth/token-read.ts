import { IS_ACTIVE } from '../sign-in/lockout.ts';

/** The roles whose users may have an API key (document 001, section 6). */
export const API_KEY_ROLES = ['org.ep.admin', 'org.clinical.admin', 'org.ep.staff', 'org.clinical.staff'] as const;

/** That a user u is a service account, or has one of the roles whose users may have an API key. */
export const HAS_API_KEY_ROLE = `(u.is_service or exists (select from user_roles ur join roles r on r.id = ur.role_id
       where ur.user_id = u.id and r.name in (${API_KEY_ROLES.map((name) => `'${name}'`).join(', ')})))`;

const OF_LIVING_TOKENS = `
    from personal_access_tokens t join users u on u.id = t.user_id join organizations o on o.id = t.org_id
   where t.revoked_at is null and t.expires_at > now() and ${IS_ACTIVE}`;

/**
 * Every token that is valid now: not revoked, not expired, of an active user who is not locked, in an active
 * organization. The access token of an API key ends with the secret for which it was issued.
 */
export const LIVING_TOKENS = `
  select t.digest, 'token' as actor, t.id, t.user_id, t.scopes, t.last_used_at
    ${OF_LIVING_TOKENS}
  union all
  select a.digest, 'api-key', k.id, k.user_id, a.scopes, k.last_used_at
    from api_key_tokens a join api_keys k on k.id = a.api_key_id join users u on u.id = k.user_id join organizations o on o.id = k.org_id
   where a.expires_at > now() and k.revoked_at is null and k.expires_at > now()
     and (a.key_digest = k.digest or (a.key_digest = k.previous_digest and k.previous_until > now()))
     and ${IS_ACTIVE} and ${HAS_API_KEY_ROLE}`;

/**
 * Every token and API key that may act now, by its kind and id, for what goes on after the request. A job of an API key that
 * began before the secret was replaced ends with the old secret. Its parameter: the time at which the job began.
 */
export const LIVING_KEYS = `
  select 'token' as actor, t.id, t.user_id, t.scopes
    ${OF_LIVING_TOKENS}
  union all
  select 'api-key', k.id, k.user_id, k.scopes
    from api_keys k join users u on u.id = k.user_id join organizations o on o.id = k.org_id
   where k.revoked_at is null and k.expires_at > now() and (k.renewed_at <= ? or k.previous_until > now())
     and ${IS_ACTIVE} and ${HAS_API_KEY_ROLE}`;
