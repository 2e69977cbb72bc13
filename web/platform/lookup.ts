/** Public tables that are not calls of the portal: asked for without a session, and kept by the browser as the server allows. */
import type { Call } from '#contract/heads.ts'
import type { Operation, ReplyOf } from '#contract/operation.ts'

const timeout = 15_000

export async function lookUp<O extends Operation>(
  { path }: Call<O>,
  question: Record<string, string> = {},
): Promise<ReplyOf<O> | undefined> {
  try {
    const response = await fetch(`${path}?${new URLSearchParams(question)}`.replace(/\?$/, ''), {
      signal: AbortSignal.timeout(timeout),
    })
    return response.ok ? ((await response.json()) as ReplyOf<O>) : undefined
  } catch {
    // Nobody answered, or not in time: whoever asked does without.
    return undefined
  }
}
