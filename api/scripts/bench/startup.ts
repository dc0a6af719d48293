import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/db/embedded.ts';
import type { Figure } from './figures.ts';
import { startProgram, stopProgram, untilReady } from './processes.ts';

/**
 * Measures from the command to the first 200 of /readyz: an empty folder (cluster, migrations, demo data), then the
 * same folder again.
 */
export async function benchStartup(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'airlog-bench-start-'));
  const figures: Figure[] = [];
  try {
    for (const name of ['Start, first (cluster, migrations, demo data)', 'Start, second']) {
      const port = await freePort();
      const child = startProgram('api/src/main.ts', [], { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' });
      const ms = await untilReady(`http://127.0.0.1:${port}/readyz`);
      await stopProgram(child);
      figures.push({ name, value: `${(ms / 1000).toFixed(1)} s` });
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return figures;
}
