import { freePort } from '../../api/src/db/embedded.ts';
import { seedDemo } from '../../api/src/db/seed.ts';
import { startPortal } from '../../api/src/start.ts';
import { testConfig } from '../../api/test/secrets.ts';
import { copyTemplate } from '../../api/test/template.ts';

export interface DemoPortal {
  origin: string;
  adminUrl: string;
  stop(): Promise<void>;
}

/** The portal as `npm start` serves it: demo data in a database of its own, the built client, a free port. */
export async function startDemoPortal(): Promise<DemoPortal> {
  const database = await copyTemplate();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const config = { ...testConfig(database.url), port, publicUrl: origin };
  const portal = await startPortal(config, (adminUrl) => seedDemo(adminUrl, config));
  return {
    origin,
    adminUrl: database.url,
    stop: async () => {
      await portal.stop();
      await database.drop();
    },
  };
}
