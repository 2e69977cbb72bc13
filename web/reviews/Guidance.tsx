/** How to review, for whoever asks. */
export function Guidance() {
  return (
    <article className="card stack">
      <h2 className="heading-small">How to review</h2>
      <ul className="stack gap-s">
        <li>
          Names, institutions and file properties are hidden from you; your name is hidden from the author and from the
          other reviewers.
        </li>
        <li>
          If you recognise the work, decline it as a conflict. It goes to somebody else, and nobody asks whose it is.
        </li>
        <li>Read the whole abstract first. Answer each criterion by itself: 3 is sound work, 1 and 5 are rare.</li>
        <li>Write to the author what would make the work better, in at least five words. Name nobody.</li>
        <li>What only the chairs should know goes into the field for them.</li>
        <li>You can change a review until a decision is made. After you submit you see what the others wrote.</li>
      </ul>
      <p className="small soft">Keys: 1 to 5 answer the criterion that you are on; Ctrl and Enter submit.</p>
    </article>
  )
}
