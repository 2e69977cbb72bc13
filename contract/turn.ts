/** The head of a refusal at a full server. Both are of a call that was not begun, so that any call may be sent again. */

/** The caller's turn in the line: the same call sent again with it is admitted before people who came later. */
export const turnHeader = 'x-turn'
/** When to come again, in milliseconds: Retry-After knows whole seconds only, in which two people change places. */
export const waitHeader = 'x-wait'
