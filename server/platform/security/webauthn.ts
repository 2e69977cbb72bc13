/** Asking a device to sign, and judging what it signed: WebAuthn, for one site. User verification is always required. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

/** Read when the first passkey is: a start does not wait for it. */
const library = () => import('@simplewebauthn/server')

/** Ed25519, ES256 and RS256, as the devices of today have them. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** The site, as a device knows it: from our own address, never from what a request claims. */
export function siteAt(publicUrl: string): { origin: string; id: string } {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, id: hostname }
}

type Answer = { id: string; rawId: string; type: 'public-key' }
export type SignedAnswer = Answer & {
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | undefined }
}
export type NewAnswer = Answer & {
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined }
}

export type Known = { credentialId: Buffer; transports: string[] }
const asId = ({ credentialId, transports }: Known) => ({
  id: credentialId.toString('base64url'),
  transports: transports,
})

type Wish = { publicUrl: string; nonce: Buffer; timeout: number; known: readonly Known[] }
type Holder = { handle: string; email: string; name: string }

/** For a device that is to keep a new passkey; those that have one already are told so. */
export async function newPasskeyOptions(holder: Holder, { publicUrl, nonce, timeout, known }: Wish) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Colloquium',
    rpID: siteAt(publicUrl).id,
    userName: holder.email,
    userDisplayName: holder.name,
    userID: new Uint8Array(Buffer.from(holder.handle)),
    challenge: new Uint8Array(nonce),
    timeout,
    attestationType: 'none',
    excludeCredentials: known.map(asId),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** Without a known one, whichever the device has for this site. */
export async function signOptions({ publicUrl, nonce, timeout, known }: Wish) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: siteAt(publicUrl).id,
    challenge: new Uint8Array(nonce),
    timeout,
    userVerification: 'required',
    allowCredentials: known.map(asId),
  })
}

/** What the browser says that was signed; whoever judges the signature compares it. Nothing for what cannot be read. */
export function nonceIn(clientDataJSON: string): Buffer | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' ? Buffer.from(challenge, 'base64url') : undefined
  } catch {
    return undefined
  }
}

type Judged<Found> = Found | { refused: string }
type Expected = { publicUrl: string; nonce: Buffer }
type NewPasskey = { credentialId: Buffer; publicKey: Buffer; counter: number; backedUp: boolean }

export async function judgeNewPasskey(answer: NewAnswer, expected: Expected): Promise<Judged<NewPasskey>> {
  const { verifyRegistrationResponse } = await library()
  const site = siteAt(expected.publicUrl)
  return orRefused(async () => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: expected.nonce.toString('base64url'),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      supportedAlgorithmIDs,
      requireUserVerification: true,
    })
    if (!verified) return { refused: 'the attestation does not fit' }
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      backedUp: credentialBackedUp,
    }
  })
}

type Signed = { counter: number; backedUp: boolean }

/** Whether the counter went back is for whoever keeps it, in the moment in which it is kept. */
export async function judgeSigned(
  answer: SignedAnswer,
  { publicKey, ...expected }: Expected & { publicKey: Buffer },
): Promise<Judged<Signed>> {
  const { verifyAuthenticationResponse } = await library()
  const site = siteAt(expected.publicUrl)
  return orRefused(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: expected.nonce.toString('base64url'),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: { id: answer.id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    })
    if (!verified) return { refused: 'the signature does not fit' }
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
  })
}

/** The library throws whatever does not fit, in its own words; they go to the log. */
async function orRefused<Found>(judge: () => Promise<Judged<Found>>): Promise<Judged<Found>> {
  try {
    return await judge()
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) }
  }
}
