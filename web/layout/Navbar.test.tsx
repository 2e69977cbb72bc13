import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { content } from '#web/testing/content.ts'
import { ContentProvider } from './content.tsx'
import { Navbar as Bar } from './Navbar.tsx'

beforeAll(async () => {
  await import('#web/boot.ts')
})
beforeEach(() => localStorage.clear())
afterEach(cleanup)

function Navbar({ here, of = {} }: { here: string; of?: object }) {
  return (
    <ContentProvider content={{ ...content, ...of }}>
      <Bar here={here} />
    </ContentProvider>
  )
}

/** The boot script paints when the HTML has arrived. */
const arrive = () => document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }))

const links = () =>
  screen.getAllByRole('link', { hidden: true }).map((link) => [link.textContent, link.getAttribute('href')])

test('the bar holds the places of the specification, for visitors and people signed in', () => {
  render(<Navbar here="/contact" />)
  expect(links()).toEqual([
    ['Home', '/'],
    ['Profile', '/profile'],
    ['Current Events', '/program'],
    ['Past Events', '/past-programs'],
    ['Register for Events', '/events'],
    ['Contact Us', '/contact'],
    ['Login', '/login'],
    [' Cart  items', '/events'],
  ])
  expect(screen.getByRole('link', { name: 'Contact Us' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('button', { name: 'Sign Out' }).className).toContain('signed-in')
  expect(screen.getByRole('link', { name: 'Login' }).className).toContain('signed-out')
})

test('on the pages of another event it leads to its own, and to what the college has once', () => {
  render(<Navbar here="/events" of={{ base: '/e/spring-meeting', isOther: true }} />)
  expect(links()).toEqual([
    ['Home', '/e/spring-meeting/'],
    ['Profile', '/e/spring-meeting/profile'],
    ['Current Events', '/program'],
    ['Past Events', '/past-programs'],
    ['Register for Events', '/e/spring-meeting/events'],
    ['Contact Us', '/contact'],
    ['Login', '/e/spring-meeting/login'],
    [' Cart  items', '#cart'],
  ])
  // The boot script would show how many workshops of the current event are in the cart.
  localStorage.setItem('colloquium:signed-in', '2')
  arrive()
  expect(screen.getByRole('link', { name: /Cart/ }).textContent).not.toContain('2')
})

test('the Events menu is marked when one of its pages is shown', () => {
  render(<Navbar here="/past-programs" />)
  expect(screen.getByRole('button', { name: 'Events' }).getAttribute('aria-current')).toBe('true')
})

test('the flag in the browser decides who the page is for, and fills the cart', () => {
  render(<Navbar here="/" />)
  arrive()
  expect(document.documentElement.hasAttribute('data-auth')).toBe(false)
  localStorage.setItem('colloquium:signed-in', '2')
  arrive()
  expect(document.documentElement.hasAttribute('data-auth')).toBe(true)
  expect(screen.getByRole('link', { name: /Cart/ }).textContent).toContain('2 items')
})

test('the Events menu opens by a tap and closes by another, by Escape, by a tap elsewhere and by following a link', async () => {
  const user = userEvent.setup()
  render(
    <>
      <Navbar here="/" />
      <p>elsewhere</p>
    </>,
  )
  const events = screen.getByRole('button', { name: 'Events' })
  const isOpen = () => events.getAttribute('aria-expanded')
  const open = async () => {
    await user.click(events)
    expect(isOpen()).toBe('true')
  }

  await open()
  await user.click(events)
  expect(isOpen()).toBe('false')

  await open()
  await user.keyboard('{Escape}')
  expect(isOpen()).toBe('false')
  expect(document.activeElement).toBe(events)

  await open()
  await user.click(screen.getByText('elsewhere'))
  expect(isOpen()).toBe('false')

  await open()
  const link = within(document.getElementById('nav-events') as HTMLElement).getByText('Past Events')
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
  expect(isOpen()).toBe('false')
})
