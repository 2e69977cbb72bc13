#!/bin/sh
# One certificate for the three PostgreSQL, which is also what the portal trusts (sslrootcert). HAProxy passes TLS on, so it has the portal's name for it.
set -eu
openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=colloquium-database \
  -addext subjectAltName=DNS:localhost,IP:127.0.0.1,IP:10.0.0.1,IP:10.0.0.2,IP:10.0.0.3 \
  -keyout database.key -out database.pem
chmod 600 database.key
