/** The connections of a node: of each pool (orm.ts), of the job queue, and what of them may be kept for long. */
export interface Connections {
  org: number;
  support: number;
  auth: number;
  background: number;
  queue: number;
  /** Files that are sent at once: each keeps a connection until its client has it. */
  files: { org: number; support: number };
  /** Devices at the gateway that are served at once. */
  devices: number;
}

/** The connection that listens for events (realtime/pubsub.ts). */
const LISTENER = 1;

/**
 * Returns how the connections of a node are divided (decisions/160). At least two of `org` and of `support` send no file,
 * because the import of users keeps one and takes another, and one of `background` serves no device.
 */
export function divided(all: number): Connections {
  const queue = Math.max(1, Math.floor(all / 12));
  const support = Math.max(3, Math.floor(all / 9));
  const auth = Math.max(2, Math.floor(all / 7));
  const background = Math.max(3, Math.floor(all / 7));
  const org = all - LISTENER - queue - support - auth - background;
  const files = { org: Math.ceil(org * 0.3), support: Math.floor(support / 2) };
  return { org, support, auth, background, queue, files, devices: Math.ceil(background / 2) };
}
