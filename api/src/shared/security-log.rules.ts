/** What is refused and counted (decisions/141): wrong credentials, forged requests, and requests above a limit. */
export const SECURITY_EVENTS = [
  'sign_in',
  'second_factor',
  'token',
  'api_key',
  'device',
  'scope',
  'csrf',
  'origin',
  'too_many',
  'too_expensive',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];
