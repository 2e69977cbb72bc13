/** What may be said of the authors of an abstract, and how many there may be. Without zod: the browser has this too. */

/** What a person reads when the list of authors is not taken as it is. */
export const authorTexts = {
  noPresenter: 'Name who presents.',
  twoPresenters: 'Only one of them presents.',
  twice: 'Two authors have the same email.',
  notAnEmail: 'One of the emails is not complete.',
  locked: 'The authors can no longer be changed. Please write to the conference office.',
} as const

export const mostAuthors = 30
export const mostNamed = 3
