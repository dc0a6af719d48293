/** Returns one clear line for common start failures; any other error is reported unchanged. */
export function startError(error: unknown, port: number): string {
  const {
    code = '',
    message,
    address,
    port: at,
  } = error as { code?: string; message?: string; address?: string; port?: number };
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the program that holds it, or set PORT to another one.`;
    case 'EACCES':
      return message?.includes('listen')
        ? `Port ${port} may not be opened by this user. Set PORT to one above 1023.`
        : `No access: ${message}`;
    case 'ECONNREFUSED':
    case 'ETIMEDOUT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The database${address ? ` at ${address}:${at}` : ''} does not answer. Start it, correct DATABASE_URL, or unset it to use the embedded one.`;
    case '28P01':
    case '28000':
      return 'The database refused the login of DATABASE_URL.';
    case '3D000':
      return 'The database named in DATABASE_URL does not exist.';
    case '42501':
      return `The login of DATABASE_URL may not do that: ${message}`;
    default:
      return message ? message : String(error);
  }
}
