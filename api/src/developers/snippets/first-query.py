# Prints how many patients the key may see. Python 3.8 or newer, without packages: python3 first-query.py
import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

AIRLOG_URL = os.environ["AIRLOG_URL"]


def post(path, body, headers):
    with urlopen(Request(AIRLOG_URL + path, body.encode(), headers)) as answer:
        return json.load(answer)


token = post(
    "/oauth/token",
    urlencode(
        {
            "grant_type": "client_credentials",
            "client_id": os.environ["CLIENT_ID"],
            "client_secret": os.environ["CLIENT_SECRET"],
            "scope": "view.patient",
        }
    ),
    {},
)["access_token"]

found = post(
    "/graphql",
    json.dumps({"query": "{ patients(first: 1) { totalCount } }"}),
    {"Authorization": "Bearer " + token, "Content-Type": "application/json"},
)
print(json.dumps(found))
