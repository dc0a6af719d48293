/** What is refused and counted (decisions/141): wrong credentials, forged requests, and requests above a limit. */
export const SECURITY_EVENTS = [
  'api_key',
  'csrf',
  'device',
  'origin',
  'scope',
  'second_factor',
  'sign_in',
  'token',
  'too_expensive',
  'too_many',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];
