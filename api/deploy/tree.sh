#!/bin/sh
# Fills an empty folder with what the image runs, and prints its size: the API, the commands of an operator, the built
# client (npm run build:web), the packages of production, and the commit: that of the clone, or COMMIT where there is no
# clone. Tests, sources of the client and what only development needs are not in it.
set -eu
mkdir -p "$1"
to=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
commit=${COMMIT:-$(git rev-parse HEAD 2>/dev/null || true)}
cp package.json package-lock.json tsconfig.json "$to"
[ -z "$commit" ] || echo "$commit" > "$to/COMMIT"
mkdir -p "$to/api/scripts/simulate" "$to/dist"
cp -R dist/web "$to/dist/web"
cp -R api/src api/verifier "$to/api"
for command in audit backup compliance derived files first-user keys migrate restore; do cp "api/scripts/$command.ts" "$to/api/scripts"; done
cp api/scripts/simulate/database.ts "$to/api/scripts/simulate"
find "$to/api" \( -name '*.test.ts' -o -name '*.contract.ts' \) -delete
npm run --silent sbom > "$to/sbom.cdx.json"
cd "$to"
npm ci --omit=dev --no-audit --no-fund
echo "$(du -sm . | cut -f1) MB: node_modules $(du -sm node_modules | cut -f1), api $(du -sm api | cut -f1), dist $(du -sm dist | cut -f1)"
