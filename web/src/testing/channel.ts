/** The channel of all tabs of this browser: `tabs` are the open ends, the first one that of the page. */
export class Channel {
  static tabs: Channel[] = [];
  onmessage?: (event: { data: string }) => void;
  sent: string[] = [];

  constructor(readonly name: string) {
    Channel.tabs.push(this);
  }

  postMessage(data: string) {
    this.sent.push(data);
    for (const tab of Channel.tabs) if (tab !== this) tab.onmessage?.({ data });
  }

  close() {
    Channel.tabs = Channel.tabs.filter((tab) => tab !== this);
  }
}

/** Gives the page under test the channel, of which it is the only tab. Returns the function that takes it away. */
export function openChannel(): () => void {
  Channel.tabs = [];
  Object.assign(globalThis, { BroadcastChannel: Channel });
  return () => {
    delete (globalThis as { BroadcastChannel?: unknown }).BroadcastChannel;
  };
}
