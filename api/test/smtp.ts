import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A mail as the server took it. */
export interface TakenMail {
  to: string;
  /** Headers and body, as they were sent. */
  data: string;
}

export interface MailServer {
  url: string;
  taken: TakenMail[];
  /** Number of connections. */
  connections: number;
  /** The replies, which a test may change. `dropAfterData`: takes the mail and ends the connection without a reply. */
  replies: { rcpt: string; data: string; dropAfterData: boolean };
  close(): Promise<void>;
}

function converse(server: MailServer, socket: Socket): void {
  let text = '';
  let to = '';
  let isData = false;
  const reply = (line: string) => void socket.write(`${line}\r\n`);
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'RCPT') {
      to = /<(.*)>/.exec(line)![1]!;
      return reply(server.replies.rcpt);
    }
    if (verb === 'DATA') {
      isData = true;
      return reply('354 Go on');
    }
    if (verb === 'QUIT') return void socket.end('221 Bye\r\n');
    return reply('250 OK');
  };
  const content = () => {
    const end = text.indexOf('\r\n.\r\n');
    if (end < 0) return false;
    const { data, dropAfterData } = server.replies;
    if (data.startsWith('2')) server.taken.push({ to, data: text.slice(0, end) });
    text = text.slice(end + 5);
    isData = false;
    if (dropAfterData) socket.destroy();
    else reply(data);
    return true;
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    text += chunk.toString('utf8');
    for (;;) {
      if (isData) {
        if (!content()) return;
        continue;
      }
      const end = text.indexOf('\r\n');
      if (end < 0) return;
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      command(line);
    }
  });
  reply('220 test');
}

/** Starts a mail server that takes every mail, or answers as its `replies` say. `port` 0: a free one. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server: MailServer = {
    url: '',
    taken: [],
    connections: 0,
    replies: { rcpt: '250 OK', data: '250 Taken', dropAfterData: false },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      net.close();
      await once(net, 'close');
    },
  };
  const net = createServer((socket) => {
    sockets.add(socket);
    server.connections += 1;
    converse(server, socket);
  });
  net.listen(port, '127.0.0.1');
  await once(net, 'listening');
  server.url = `smtp://127.0.0.1:${(net.address() as AddressInfo).port}`;
  return server;
}
