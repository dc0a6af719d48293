import { createServer } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

/**
 * What message delivery is measured against: a `ws` server alone, which sends every socket a frame of its own when it is asked to. It reads no
 * database and asks nobody. Reads its port from its arguments.
 */
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
const server = createServer((request, response) => {
  const round = request.url?.startsWith('/send/') ? request.url.slice('/send/'.length) : null;
  let number = 0;
  if (round !== null) {
    for (const socket of sockets.clients) {
      number += 1;
      const data = JSON.stringify({
        payload: { user_id: number, hostname: 'bare', message: `<b>Message</b> ${round} for one user` },
        hostname: 'bare',
      });
      if (socket.readyState === WebSocket.OPEN)
        socket.send(JSON.stringify({ event: 'org.message.delivery', channel: 'private-org-message.1', data }));
    }
  }
  response.end();
});
server.on('upgrade', (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, (opened) => opened.send('{}')),
);
server.listen(Number(process.argv[2]), '127.0.0.1');
