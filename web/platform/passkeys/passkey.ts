/** Asking this device for a passkey. Loaded when somebody presses the button, and never before. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

type Options = Record<string, unknown>

/** The person closed the window of the browser, waited too long, or has none here. */
export class NotConfirmed extends Error {
  constructor(cause: unknown) {
    super('Nothing was confirmed. Please try again, or choose another way.', { cause })
  }
}

/** Signs with a passkey that this device, or one beside it, has. */
export async function signWithPasskey(options: Options) {
  return orNotConfirmed(() =>
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  )
}

export async function makePasskey(options: Options) {
  return orNotConfirmed(() =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  )
}

async function orNotConfirmed<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Error && error.name === 'InvalidStateError')
      throw new Error('This device has a passkey for you already.', { cause: error })
    throw new NotConfirmed(error)
  }
}
