/** Under whose name drafts of staff lie on the device: apart from those of the same person as participant. */
export const draftOwner = (accountId: number): string => `staff-${accountId}`
