import { createServer } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

/**
 * The baseline for message delivery: a bare `ws` server that sends every socket its own frame on request, without
 * database or permissions. The port is an argument.
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
