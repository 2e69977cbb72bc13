/** The header of a refusal that keeps the caller's place in the line. The call was not begun; sent again with this header and its value, it keeps that place. */
export const placeHeader = 'x-place'
