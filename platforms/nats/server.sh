#!/bin/sh
# server.sh VERSION FOLDER: builds that version of nats-server into FOLDER.
set -eu
version=$1
folder=$2
GOBIN="$folder" CGO_ENABLED=0 exec go install -trimpath "github.com/nats-io/nats-server/v2@v$version"
