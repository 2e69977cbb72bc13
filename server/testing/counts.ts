/** How often: a few times under `npm test`, in full under `npm run test:long`. */
export function often(few: number, inFull: number): number {
  return process.env.TEST_LONG ? inFull : few
}
