/** The picture of a profile. No zod here: the browser loads this file. */

/** Under this name the picture is sent. */
export const photoField = 'ProfileImage'
/** A picture must be smaller than this, in bytes. */
export const photoBytes = 2_097_152
export const photoTooLarge = 'File size must be less than 2MB.'
