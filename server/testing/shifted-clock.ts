/** Read before a server (`--import`): its clock is wrong by CLOCK_IS_AHEAD seconds, as that of a machine may be. */
const ahead = Number(process.env.CLOCK_IS_AHEAD) * 1000
const RightDate = Date

globalThis.Date = class extends RightDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(RightDate.now() + ahead)
    else super(...(given as [number]))
  }
  static override now(): number {
    return RightDate.now() + ahead
  }
} as DateConstructor
