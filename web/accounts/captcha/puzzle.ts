/** Our own captcha: some work for the machine, nothing to read or solve for the person. Loaded when the box is ticked. */
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** The proof that the work was done; nothing if it was given up. The work yields, so the page stays usable meanwhile. */
export async function solve(challenge: Challenge, controller: AbortController): Promise<string | undefined> {
  const solution = await solveChallenge({ challenge, deriveKey, controller })
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined
}
