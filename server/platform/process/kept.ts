/** What many ask for within a moment is asked of the database once. */

/** The answer of a question, or its failure, for everybody who asks within so many milliseconds. */
export function kept<Answer>(read: () => Promise<Answer>, milliseconds: number): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | undefined
  return () => {
    if (!last || performance.now() - last.at >= milliseconds) last = { at: performance.now(), answer: read() }
    return last.answer
  }
}
