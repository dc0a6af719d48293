import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OPERATORS = join(import.meta.dirname, '../../deploy/haproxy/haproxy.cfg');

/** Writes the configuration of HAProxy that operators use, with the addresses of this cluster, and returns its file. */
export function proxyConfig(dir: string, port: number, nodes: readonly { name: string; port: number }[]): string {
  const servers = nodes.map(({ name, port: at }) => `  server ${name} 127.0.0.1:${at}`);
  let isWritten = false;
  const lines = readFileSync(OPERATORS, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('  bind ')) return [`  bind 127.0.0.1:${port}`];
      if (!line.startsWith('  server ')) return [line];
      if (isWritten) return [];
      isWritten = true;
      return servers;
    });
  const file = join(dir, 'haproxy.cfg');
  writeFileSync(file, lines.join('\n'));
  return file;
}
