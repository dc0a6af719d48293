import type { ChildProcess } from 'node:child_process';
import { startProgram, untilReady } from '../bench/processes.ts';
import { startLink, type Link, type LinkState } from './link.ts';
import { ended } from './programs.ts';

/** One node of the portal as it is shipped, with a network of its own to each server. */
export class Node {
  #child: ChildProcess | undefined;

  private constructor(
    readonly name: string,
    readonly port: number,
    readonly links: readonly Link[],
    readonly env: Record<string, string>,
  ) {}

  /** `address`: of the database, with HOSTS in the place of the hosts. */
  static async make(
    name: string,
    port: number,
    servers: readonly number[],
    address: string,
    env: Record<string, string>,
  ) {
    const links = await Promise.all(servers.map(startLink));
    const hosts = links.map((link) => `127.0.0.1:${link.port}`).join();
    return new Node(name, port, links, { ...env, DATABASE_URL: address.replace('HOSTS', hosts), PORT: String(port) });
  }

  /** Begins to start it; `ready` says when it is. */
  begin(): void {
    this.#child = startProgram('api/src/main.ts', [], this.env);
  }

  async ready(): Promise<void> {
    await untilReady(`http://127.0.0.1:${this.port}/readyz`);
  }

  async start(): Promise<void> {
    this.begin();
    await this.ready();
  }

  /** Ends it: SIGTERM as a service manager does, SIGKILL as a crash. */
  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (this.#child) await ended(this.#child, signal);
  }

  /** Changes the network between this node and the servers. */
  network(state: LinkState): void {
    for (const link of this.links) link.set(state);
  }
}
