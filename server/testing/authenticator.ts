/** A device with a passkey, as WebAuthn has it: it signs what it is asked, and lies where a test wants it to. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

type Lie = {
  origin?: string
  site?: string
  challenge?: string
  /** What the device says that it has counted to. */
  counter?: number
  /** Nobody was asked for a finger, a face or a PIN. */
  unverified?: boolean
}
type Options = { challenge?: unknown }

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url')

/** As much CBOR as a passkey needs: numbers, texts, bytes, and maps of them. */
function cbor(value: number | string | Buffer | Map<unknown, unknown>): Buffer {
  const head = (kind: number, size: number) =>
    size < 24
      ? Buffer.from([(kind << 5) | size])
      : size < 256
        ? Buffer.from([(kind << 5) | 24, size])
        : Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, each]) => [cbor(key as string), cbor(each as string)])
  return Buffer.concat([head(5, value.size), ...entries])
}

export function aDevice(publicUrl = 'http://localhost:3000') {
  const { origin, hostname } = new URL(publicUrl)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counted = 0

  const client = (type: string, options: Options, lie: Lie) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lie.challenge ?? options.challenge,
        origin: lie.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticator = (lie: Lie, extra: Buffer = Buffer.alloc(0)) => {
    counted = lie.counter ?? counted + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(counted)
    const flags = 1 | (lie.unverified ? 0 : 4) | (extra.length > 0 ? 64 : 0)
    return Buffer.concat([sha256(lie.site ?? hostname), Buffer.from([flags]), counter, extra])
  }
  const answer = <Response extends object>(response: Response) => ({
    id: base64(id),
    rawId: base64(id),
    type: 'public-key' as const,
    response,
  })

  return {
    /** Makes the passkey. */
    create: (options: Options, lie: Lie = {}) => {
      const key = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const data = authenticator(lie, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]))
      const object = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      )
      return answer({
        clientDataJSON: base64(client('webauthn.create', options, lie)),
        attestationObject: base64(object),
      })
    },
    /** Signs with it. */
    sign: (options: Options, lie: Lie = {}) => {
      const [clientData, data] = [client('webauthn.get', options, lie), authenticator(lie)]
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(clientData)]))
        .sign(privateKey)
      return answer({
        clientDataJSON: base64(clientData),
        authenticatorData: base64(data),
        signature: base64(signature),
      })
    },
  }
}

export type Device = ReturnType<typeof aDevice>
