/** Public tables that are not calls of the portal: asked for without a session, and kept by the browser as the server allows. */
const patience = 15_000

export async function lookUp<Reply>(
  path: `/${string}`,
  question: Record<string, string> = {},
): Promise<Reply | undefined> {
  try {
    const response = await fetch(`${path}?${new URLSearchParams(question)}`.replace(/\?$/, ''), {
      signal: AbortSignal.timeout(patience),
    })
    return response.ok ? ((await response.json()) as Reply) : undefined
  } catch {
    // Nobody answered, or not in time: whoever asked does without.
    return undefined
  }
}
