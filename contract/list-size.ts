/** How many rows of a list come at once. Without zod: the browser has this too. */
export const rowsAtOnce = 50
export const mostRowsAtOnce = 200
