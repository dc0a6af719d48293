import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OPERATORS = join(import.meta.dirname, '../../deploy/haproxy');

/** Writes the configuration of HAProxy that operators use, with each line as `change` returns it, and returns its file. */
function written(dir: string, name: string, change: (line: string) => string[]): string {
  const lines = readFileSync(join(OPERATORS, name), 'utf8').split('\n').flatMap(change);
  const file = join(dir, name);
  writeFileSync(file, lines.join('\n'));
  return file;
}

/** The configuration of the proxy in front of the nodes of this cluster. */
export function proxyConfig(dir: string, port: number, nodes: readonly { name: string; port: number }[]): string {
  const servers = nodes.map(({ name, port: at }) => `  server ${name} 127.0.0.1:${at}`);
  return written(dir, 'haproxy.cfg', (line) => {
    if (line.startsWith('  bind ')) return [`  bind 127.0.0.1:${port}`];
    return line.startsWith('  server ') ? servers.splice(0) : [line];
  });
}

/** The configuration of the proxy in front of two portals: `north.localhost` and `south.localhost`. */
export function cellsConfig(dir: string, port: number, cells: { north: number; south: number }): string {
  return written(dir, 'cells.cfg', (line) => {
    if (line.startsWith('  bind ')) return [`  bind 127.0.0.1:${port}`];
    const moved = line.replace(/(north|south)\.portal\.example\.org/, '$1.localhost');
    return [
      moved.replace(
        /server (north|south) \S+/,
        (_, cell: 'north' | 'south') => `server ${cell} 127.0.0.1:${cells[cell]}`,
      ),
    ];
  });
}
