#!/bin/sh
# Cards from a shell: people on standard input, an NDJSON record a line, a card and an answer each.
# usage: worker.sh OUT [CARDSTOCK] < people.ndjson
out=$1
awk -v out="$out" 'NF { printf "{\"id\":%d,\"record\":%s,\"output\":\"%s/%d.png\"}\n", NR, $0, out, NR }' |
  "${2:-cardstock}" worker
