#!/usr/bin/env sh
# Writes the JSON Schemas of the files of packs, as the program has them.
set -eu
program="${CHARTROOM:-chartroom}"
mkdir -p schemas
for name in pack topic errata; do
  "$program" schema "$name.toml" > "schemas/$name.json"
done
