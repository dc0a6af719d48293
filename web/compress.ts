import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|svg|json|ttf)$/;
/** Below one packet, compression saves nothing. */
const LEAST_BYTES = 1400;
/** The highest quality takes seconds for each file above this size: the parts of GraphiQL. */
const LARGE_BYTES = 520_000;

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < LEAST_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: content.length > LARGE_BYTES ? 9 : 11 };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

/** Writes a .br and a .gz file next to each asset of the build; the server sends it to a browser that accepts it (api/src/web-files.ts). */
export function compressAssets(): Plugin {
  let folder: string;
  return {
    name: 'compress-assets',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir, build.assetsDir);
    },
    async writeBundle() {
      const names = (await readdir(folder)).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(names.map((name) => compress(join(folder, name))));
    },
  };
}
