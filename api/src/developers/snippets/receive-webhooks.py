# Prints the events that arrive, each once, and refuses what the portal did not sign. Python 3.8 or newer, without
# packages: python3 receive-webhooks.py
import base64
import hashlib
import hmac
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"][len("whsec_") :])
seen = set()  # Keep the ids in your database: a message may arrive twice.


def is_signed(headers, body):
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = "{}.{}.".format(message_id, timestamp).encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    # More than one while a secret is replaced.
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        signed = is_signed(self.headers, body)
        # Answer at once, and read the row later.
        self.send_response(204 if signed else 400)
        self.end_headers()
        message_id = self.headers.get("webhook-id")
        if signed and message_id not in seen:
            seen.add(message_id)
            print(body.decode(), flush=True)

    def log_message(self, *_args):
        pass


server = HTTPServer(("", int(os.environ.get("PORT", "8000"))), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
