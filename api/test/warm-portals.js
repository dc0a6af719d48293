import { tsImport } from 'tsx/esm/api';

let server;

/**
 * Starts a portal with the server's code of this worker, which is loaded once, outside of the context of a test file.
 * `again`: loads it again, as a run that watches the files must.
 */
export async function startWarm(config, again) {
  if (again || !server) server = tsImport('../src/start.ts', import.meta.url);
  return (await server).startPortal(config);
}
