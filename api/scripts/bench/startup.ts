import { freePort } from '../../src/db/embedded/embedded.ts';
import { temporaryFolder } from '../../src/db/embedded/temporary.ts';
import type { Figure } from './figures.ts';
import { startProgram, stopProgram, untilReady } from './processes.ts';

/**
 * Measures from the command to the first 200 of /readyz: an empty folder (cluster, migrations, demo data), then the
 * same folder again.
 */
export async function benchStartup(): Promise<Figure[]> {
  const { dir, remove } = await temporaryFolder();
  const figures: Figure[] = [];
  try {
    for (const name of ['Start, first (cluster, migrations, demo data)', 'Start, second']) {
      const port = await freePort();
      const child = startProgram('api/src/main.ts', [], { DATA_DIR: dir, PORT: String(port), LOG_LEVEL: 'silent' });
      const ms = await untilReady(`http://127.0.0.1:${port}/readyz`);
      await stopProgram(child);
      figures.push({ name, value: `${(ms / 1000).toFixed(1)} s` });
    }
  } finally {
    await remove();
  }
  return figures;
}
