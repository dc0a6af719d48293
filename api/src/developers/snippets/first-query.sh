#!/bin/sh
# Prints how many patients the key may see. AIRLOG_URL, CLIENT_ID and CLIENT_SECRET are set in the environment.
set -eu
token=$(curl --silent --show-error --fail --user "$CLIENT_ID:$CLIENT_SECRET" \
  --data grant_type=client_credentials --data scope=view.patient "$AIRLOG_URL/oauth/token" |
  sed 's/.*"access_token":"\([^"]*\)".*/\1/')
curl --silent --show-error --fail --header "Authorization: Bearer $token" \
  --header 'Content-Type: application/json' \
  --data '{ "query": "{ patients(first: 1) { totalCount } }" }' "$AIRLOG_URL/graphql"
