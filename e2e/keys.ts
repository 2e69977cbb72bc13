/** Goes through a page as somebody without a mouse does. What Tab does not reach, what lies hidden when it has the focus, and a focus that an act has lost all fail. */
import type { ElementHandle, Locator, Page } from '@playwright/test'
import { expect } from './testing.ts'

const most = 400

/** Tab, or Shift and Tab where it stands before, until this has the focus. */
export async function reach(wanted: Locator): Promise<void> {
  await go(wanted, ({ isHere }) => isHere)
}

/** Enter on a button or a link, Space on a box; or another key. */
export async function press(wanted: Locator, key = 'Enter'): Promise<void> {
  await reach(wanted)
  await wanted.page().keyboard.press(key)
}

/** In place of what stands in the field. */
export async function type(wanted: Locator, text: string): Promise<void> {
  await reach(wanted)
  const { keyboard } = wanted.page()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type(text)
}

/** A day as 2027-01-20. Month, day and year are typed one after the other, as the browser's language has them. */
export async function typeDay(wanted: Locator, day: string): Promise<void> {
  const { keyboard } = wanted.page()
  const isPassed = async () => {
    const { isHere, isBefore } = await placeOf(await found(wanted))
    return isHere || isBefore
  }
  // From behind, the first that Tab leads to is the button of its calendar: the month stands before that.
  for (let pressed = 0; pressed < most && (await isPassed()); pressed += 1) await keyboard.press('Shift+Tab')
  await reach(wanted)
  const [year = '', ...rest] = day.split('-')
  await keyboard.type(rest.join('') + year)
  await expect(wanted).toHaveValue(day)
}

export async function tick(box: Locator): Promise<void> {
  await press(box, 'Space')
  await expect(box).toBeChecked()
}

/** One of a group of radios: Tab leads to the group, arrows to the one. */
export async function choose(radio: Locator): Promise<void> {
  await go(radio, ({ isBeside }) => isBeside)
  const { keyboard } = radio.page()
  const isHere = async () => (await placeOf(await found(radio))).isHere
  if (await isHere()) await keyboard.press('Space')
  for (let pressed = 0; pressed < most && !(await isHere()); pressed += 1) await keyboard.press('ArrowDown')
  await expect(radio).toBeChecked()
  await expectSeen(radio)
}

/** An entry of a list that drops down: it is opened first, because a closed one says each step on the way as chosen. */
export async function select(list: Locator, entry: string): Promise<void> {
  await reach(list)
  const { keyboard } = list.page()
  // What is said as chosen: the page may take it back at once, to ask for more.
  const told = await list.evaluateHandle((element) => {
    const one = { entry: '' }
    const tell = () => (one.entry = (element as HTMLSelectElement).selectedOptions[0]?.label.trim() ?? '')
    element.addEventListener('change', tell, { once: true })
    return one
  })
  const steps = await list.evaluate((element: HTMLSelectElement, wanted) => {
    const open = [...element.options].filter(({ disabled, hidden }) => !disabled && !hidden)
    return open.findIndex(({ label }) => label.trim() === wanted) - open.findIndex(({ selected }) => selected)
  }, entry)
  await keyboard.press('Space')
  await expect.poll(() => isOpen(list)).toBe(true)
  for (let pressed = 0; pressed < Math.abs(steps); pressed += 1)
    await keyboard.press(steps < 0 ? 'ArrowUp' : 'ArrowDown')
  await keyboard.press('Enter')
  await expect.poll(() => told.evaluate((one) => one.entry), 'what was chosen').toBe(entry)
}

const isOpen = (list: Locator) => list.evaluate((element) => element.matches(':open'))

/** An entry of a menu that is open: arrows lead to it. */
export async function pick(entry: Locator): Promise<void> {
  const { keyboard } = entry.page()
  await expect(entry).toBeVisible()
  const isHere = async () => (await placeOf(await found(entry))).isHere
  for (let pressed = 0; pressed < most && !(await isHere()); pressed += 1) await keyboard.press('ArrowDown')
  await expectSeen(entry)
  await keyboard.press('Enter')
}

type Place = { isHere: boolean; isBeside: boolean; isBefore: boolean; isGone: boolean; stops: number }

/** Where the focus is, seen from what is wanted. */
function placeOf(wanted: ElementHandle): Promise<Place> {
  return wanted.evaluate((element) => {
    const { activeElement: focused } = document
    const isRadio = (one: unknown): one is HTMLInputElement => one instanceof HTMLInputElement && one.type === 'radio'
    const isBeside =
      isRadio(element) && isRadio(focused) && element.name === focused.name && element.form === focused.form
    const from = focused === document.body ? null : focused
    const isAfter = (one: Node | null, other: Node) =>
      one === null || (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
    const isBefore = !isAfter(from, element) && element !== focused
    const [first, last] = isBefore ? [element, from as Node] : [from, element]
    // Rather too few than too many: of a group of radios Tab stops at one, and of a day at each part.
    const able = 'a[href], button:enabled, select:enabled, textarea:enabled, input:enabled:not([type="radio"]), summary'
    const stops = [...document.querySelectorAll<HTMLElement>(able)].filter(
      (one) => one.tabIndex >= 0 && isAfter(first, one) && isAfter(one, last) && one.checkVisibility(),
    ).length
    return { isHere: element === focused, isBeside, isBefore, isGone: !element.isConnected, stops }
  })
}

/** What is wanted as it is now: to find it by its name costs more than the way to it. */
async function found(wanted: Locator): Promise<ElementHandle> {
  await expect(wanted).toBeVisible()
  return (await wanted.elementHandle()) ?? found(wanted)
}

async function go(wanted: Locator, isThere: (place: Place) => boolean): Promise<void> {
  const page = wanted.page()
  let element = await found(wanted)
  await expectKept(page)
  let isFar = true
  for (let pressed = 0; pressed <= most; pressed += 1) {
    const place = await placeOf(element)
    if (place.isGone) {
      element = await found(wanted)
      continue
    }
    if (isThere(place)) return expectSeen(page.locator(':focus'))
    // The first part of the way without looking around.
    const steps = isFar ? Math.max(1, place.stops) : 1
    for (let step = 0; step < steps; step += 1) await page.keyboard.press(place.isBefore ? 'Shift+Tab' : 'Tab')
    isFar = false
  }
  throw new Error(`Tab does not lead to ${String(wanted)}; it has led to ${await focusedName(page)}`)
}

/** Past the bar and the rail, straight to the screen. */
export async function skipToScreen(page: Page): Promise<void> {
  await press(page.getByRole('link', { name: 'Skip to content' }))
  await expect(page.locator('#main')).toBeFocused()
}

/** A document that was just opened has the focus nowhere. From the first key on it is somewhere, whatever an act takes off the page. */
export async function expectKept(page: Page): Promise<void> {
  const isNew = await page.evaluate(() => {
    const walked = window as { isWalked?: true }
    const isFirst = !walked.isWalked
    walked.isWalked = true
    return isFirst
  })
  if (!isNew) await expect.poll(() => focusedName(page), 'the focus after the last act').not.toBe('nothing')
}

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: focused, body } = document
    if (!focused || focused === body) return 'nothing'
    return `${focused.tagName.toLowerCase()} ${focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 60) ?? ''}`
  })

/** It has a ring, and a part of it at least lies over everything else. */
async function expectSeen(focused: Locator): Promise<void> {
  const look = () =>
    focused.evaluate((element) => {
      const { labels } = element as HTMLInputElement
      // What came above it later has pushed it out of sight; what lies over it, no scrolling takes away.
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      // A radio or a box may be drawn by its label, an input by what surrounds it.
      const { parentElement, nextElementSibling } = element
      const around = [parentElement, nextElementSibling, element.closest('.editor')]
      const drawn = [element, ...(labels ?? []), ...around].filter((one): one is Element => one !== null)
      const hasRing = drawn.some((one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one)
        return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
      })
      const isOnTop = drawn.slice(0, 1 + (labels?.length ?? 0)).some((one) =>
        [...one.getClientRects()].some(({ left, top, width, height }) =>
          [0.1, 0.5, 0.9].some((part) => {
            const hit = document.elementFromPoint(left + width / 2, top + height * part)
            return hit !== null && (one.contains(hit) || hit.contains(one))
          }),
        ),
      )
      return { on: element.outerHTML.slice(0, 120), hasRing, isOnTop }
    })
  await expect.poll(look).toMatchObject({ hasRing: true, isOnTop: true })
}
