#!/bin/sh
# server.sh VERSION FOLDER: builds that version of nats-server into FOLDER, or links the one in bin/ of a prefix.
set -eu
version=$1
folder=$2
case $version in /*) exec ln -sf "$version/bin/nats-server" "$folder/nats-server" ;; esac
GOBIN="$folder" CGO_ENABLED=0 exec go install -trimpath "github.com/nats-io/nats-server/v2@v$version"
