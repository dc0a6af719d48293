/** The channel between the tabs of one browser (document 001, section 7). */
const name = 'user_activity';

/**
 * stay: the user is active in another tab. over: the user signed out in another tab. switched: support staff acts in
 * another organization since.
 */
type ActivityMessage = 'stay' | 'over' | 'switched';

interface ActivityChannel {
  send: (message: ActivityMessage) => void;
  close: () => void;
}

/** Opens the channel; `listener` gets the messages of the other tabs. */
export function openActivityChannel(listener: (message: ActivityMessage) => void): ActivityChannel {
  // A browser without it has no tabs that know each other: each asks the server on its own.
  if (typeof BroadcastChannel === 'undefined') return { send: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<ActivityMessage>) => listener(data);
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
}

/** Sends one message to the other tabs. */
export function tellOtherTabs(message: ActivityMessage): void {
  const channel = openActivityChannel(() => undefined);
  channel.send(message);
  channel.close();
}
