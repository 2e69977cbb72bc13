import { afterEach, expect, test } from 'vitest'
import { keepFocus } from './keepFocus.ts'

let stop: () => void = () => undefined
afterEach(() => stop())

const pause = () => new Promise((done) => setTimeout(done))

function begin(html: string, focused: string): void {
  document.body.innerHTML = html
  stop = keepFocus()
  document.querySelector<HTMLElement>(focused)?.focus()
}

test('a button that its own act takes away leaves the focus to the part it stood in', async () => {
  begin('<main><section aria-label="Decisions"><p><button>Take back</button></p></section></main>', 'button')
  document.querySelector('p')?.remove()
  await pause()
  expect(document.activeElement).toBe(document.querySelector('section'))
})

test('where the part goes too, what is around it has the focus', async () => {
  begin('<main><section aria-label="Publish"><button>Publish</button></section></main>', 'button')
  document.querySelector('section')?.remove()
  await pause()
  expect(document.activeElement).toBe(document.querySelector('main'))
})

test('a button that can do no more is left', async () => {
  begin('<main><button>Next letter</button></main>', 'button')
  document.querySelector('button')?.setAttribute('disabled', '')
  await pause()
  expect(document.activeElement).toBe(document.querySelector('main'))
})

test('whoever was led elsewhere stays there', async () => {
  begin('<main><button>Take back</button><a href="#on">On</a></main>', 'button')
  document.querySelector('button')?.remove()
  document.querySelector('a')?.focus()
  await pause()
  expect(document.activeElement).toBe(document.querySelector('a'))
})

test('whoever put the focus away is not brought back', async () => {
  begin('<main><button>Take back</button><p></p></main>', 'button')
  document.querySelector('button')?.blur()
  document.querySelector('p')?.remove()
  await pause()
  expect(document.activeElement).toBe(document.body)
})

test('whoever leaves the whole page behind goes on in the next, even if that comes later', async () => {
  begin('<main><form><button>Sign in</button></form></main>', 'button')
  document.body.replaceChildren()
  await pause()
  expect(document.activeElement).toBe(document.body)
  document.body.innerHTML = '<nav><a href="#on">On</a></nav><main></main>'
  await pause()
  expect(document.activeElement).toBe(document.querySelector('main'))
})
