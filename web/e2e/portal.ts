import { freePort } from '../../api/src/db/embedded/embedded.ts';
import type { Config } from '../../api/src/shared/config.ts';
import { TEST_KEY, testConfig } from '../../api/test/secrets.ts';
import { startWarm } from '../../api/test/start-warm.ts';
import { copyOf, filledTemplate } from '../../api/test/template.ts';

export interface DemoPortal {
  origin: string;
  adminUrl: string;
  stop(): Promise<void>;
}

/**
 * Name of the database with the demo data, written once per run. The data ends today, so it is written again after
 * midnight.
 */
function demoTemplate(): Promise<string> {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
  return filledTemplate(`demo_${today.replaceAll('-', '')}`, async (adminUrl) => {
    const { seedDemo } = await import('../../api/src/demo/seed.ts'); // only one worker of a run needs it
    await seedDemo(adminUrl, { encryptionKey: TEST_KEY }, { today });
  });
}

/** Starts the portal as `npm start` does: demo data in its own database, the built client, a free port. */
export async function startDemoPortal(config: Partial<Config> = {}): Promise<DemoPortal> {
  const database = await copyOf(await demoTemplate());
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const portal = await startWarm({ ...testConfig(database.ownerUrl), port, publicUrl: origin, ...config });
  return {
    origin,
    adminUrl: database.url,
    stop: async () => {
      await portal.stop();
      await database.drop();
    },
  };
}
