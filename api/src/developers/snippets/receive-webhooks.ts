// Prints the events that arrive, each once, and refuses what the portal did not sign. Node 22.18 or newer:
// npm install standardwebhooks && node receive-webhooks.ts
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET!);
/** Keep the ids in your database: a message may arrive twice. */
const seen = new Set<string>();

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Verify the bytes as they came, before anything parses them.
  const body = await text(request);
  const headers = request.headers as Record<string, string>;
  try {
    webhook.verify(body, headers);
  } catch {
    response.writeHead(400).end();
    return;
  }
  const id = headers['webhook-id']!;
  if (!seen.has(id)) console.log(body);
  seen.add(id);
  // Answer at once, and read the row later.
  response.writeHead(204).end();
}

const server = createServer((request, response) => void receive(request, response));
server.listen(Number(process.env.PORT ?? 8000), () => console.log((server.address() as AddressInfo).port));
