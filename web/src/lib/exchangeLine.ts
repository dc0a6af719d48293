/** Returns the command that exchanges a key for an access token. Without the secret it takes that from the environment. */
export const exchangeLine = (clientId: string, secret: string | null): string =>
  `curl --user "${clientId}:${secret ?? '$CLIENT_SECRET'}" --data grant_type=client_credentials ${window.location.origin}/oauth/token`;
