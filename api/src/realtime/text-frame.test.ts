import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './text-frame.ts';

test('texts of each length of a header are received as they are, between the frames of the library', async () => {
  const texts = ['', 'é', 'x'.repeat(125), 'x'.repeat(126), `${'x'.repeat(123)}é`, `${'x'.repeat(124)}é`].concat([
    'x'.repeat(65_535),
    'x'.repeat(65_536),
    'é'.repeat(40_000),
  ]);
  const server = createServer().listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  try {
    await once(server, 'listening');
    server.on('upgrade', (request, stream: Duplex, head) =>
      sockets.handleUpgrade(request, stream, head, (socket) => {
        for (const text of texts) {
          stream.write(textFrame(text));
          socket.send('between');
        }
        socket.close();
      }),
    );
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const received: string[] = [];
    client.on('message', (data, isBinary) => received.push(isBinary ? 'binary' : String(data)));
    await once(client, 'close');
    expect(received).toEqual(texts.flatMap((text) => [text, 'between']));
  } finally {
    server.close();
  }
});
