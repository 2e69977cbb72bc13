/** Requests as no library would send them: what is said twice, half, or in another way than it is meant (SEC-069, SEC-070). */

const onTheWire = (rest: string) => `POST /api/Echo HTTP/1.1\r\nHost: localhost\r\n${rest}`

/** Each with its bytes, and the status of the one answer that it gets from a server with `/api/Echo`. */
export const oddRequests: [name: string, bytes: string, status: number][] = [
  ['two Host headers', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n', 400],
  ['no Host header', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
  [
    'two lengths',
    'POST /api/Echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc',
    400,
  ],
  [
    'length and chunks',
    'POST /api/Echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n', 400],
  ['a bare line feed', 'GET /healthz HTTP/1.1\nHost: localhost\n\n', 400],
  ['a space before the colon', onTheWire('Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'), 400],
  ['an unknown way of sending', onTheWire('Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'), 415],
  ['chunks that are not the last word', onTheWire('Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'), 400],
  ['a length with a sign', onTheWire('Content-Length: +3\r\n\r\nabc'), 400],
  ['a length below zero', onTheWire('Content-Length: -1\r\n\r\n'), 400],
  ['two lengths in one line', onTheWire('Content-Length: 3, 4\r\n\r\nabc'), 400],
  ['a length that no machine counts to', onTheWire('Content-Length: 99999999999999999999\r\n\r\n'), 400],
  ['a chunk of endless size', onTheWire('Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc'), 415],
  [
    'a chunk without its end',
    onTheWire('Transfer-Encoding: chunked\r\n\r\n1\r\nabGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'),
    415,
  ],
  [
    'a broken chunk of JSON',
    onTheWire('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
    400,
  ],
  ['NUL in a header', onTheWire('X: a\0b\r\n\r\n'), 400],
  ['a carriage return in a header', onTheWire('X: a\rb\r\n\r\n'), 400],
  ['TRACE', 'TRACE /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n', 404],
  ['an unknown method', 'BREW /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['headers of 20 kB', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  [
    'another method than the one that was meant',
    'GET /healthz?_method=DELETE HTTP/1.1\r\nHost: localhost\r\nX-HTTP-Method-Override: DELETE\r\n\r\n',
    200,
  ],
  [
    'another site asked through a proxy that nobody trusts',
    'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Host: evil.example\r\n\r\n',
    200,
  ],
]
