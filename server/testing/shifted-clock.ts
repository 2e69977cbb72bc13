/**
 * Read before a server (`--import`): its clock is wrong by CLOCK_IS_AHEAD seconds, as that of a machine may be.
 * With CLOCK_FILE it stands at the time that this file holds, once it holds one.
 */
import { readFileSync } from 'node:fs'

const { CLOCK_IS_AHEAD = '0', CLOCK_FILE = '' } = process.env
const ahead = Number(CLOCK_IS_AHEAD) * 1000
const RightDate = Date

function shownTime(): number {
  const told = CLOCK_FILE && readFileSync(CLOCK_FILE, 'utf8')
  return told ? Number(told) : RightDate.now() + ahead
}

globalThis.Date = class extends RightDate {
  constructor(...given: unknown[]) {
    if (given.length === 0) super(shownTime())
    else super(...(given as [number]))
  }
  static override now(): number {
    return shownTime()
  }
} as DateConstructor
