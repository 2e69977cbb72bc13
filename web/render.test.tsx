import { expect, test } from 'vitest'
import type { SiteContent } from '#contract/events/site.ts'
import { pages, type PageAssets, type PageName, type PagePath } from '#contract/pages.ts'
import { renderPage } from './render.tsx'
import { content } from './testing/content.ts'

const assets: PageAssets = {
  styles: { app: 'body{color:red}', content: 'body{color:blue}' },
  boot: 'let booted',
  script: '/assets/main.js',
  preloads: { '/events': ['/assets/WorkshopsPage.js'] },
}

const names: PageName[] = [...(Object.keys(pages) as PagePath[]), 'not-found', 'error']

const page = (path: PageName, site: SiteContent = content) => renderPage({ path }, site, assets)
const parsed = async (path: PageName, site?: SiteContent) =>
  new DOMParser().parseFromString(await page(path, site), 'text/html')

test.each(names)('%s is a whole document with one heading, a title and a description', async (name) => {
  const html = await page(name)
  expect(html.startsWith('<!doctype html><html lang="en">')).toBe(true)
  const document = await parsed(name)
  expect(document.querySelectorAll('h1')).toHaveLength(1)
  expect(document.querySelectorAll('main')).toHaveLength(1)
  expect(document.title).toMatch(/^.+ · Colloquium$/)
  expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBeTruthy()
})

test.each(names)('%s holds nothing that the strict policy would refuse', async (name) => {
  const document = await parsed(name)
  for (const element of document.querySelectorAll('*')) {
    const refused = element
      .getAttributeNames()
      .filter((attribute) => attribute === 'style' || attribute.startsWith('on'))
    expect([element.tagName, refused]).toEqual([element.tagName, []])
  }
  const outside = document.querySelectorAll('[src^=http]:not(iframe), link[href^=http]:not([rel=canonical])')
  expect(outside).toHaveLength(0)
  // The one frame is lazy and says what it is, and its page allows its address by name.
  const frames = Array.from(document.querySelectorAll('iframe'), (frame) => [
    new URL(frame.src).origin,
    frame.getAttribute('loading'),
    /^Map: ./.test(frame.title) && frame.closest('details') === null,
  ])
  expect(frames).toEqual(name === '/travel' ? [[pages['/travel'].frame, 'lazy', true]] : [])
})

test.each(names)('%s sends only the scripts of its kind', async (name) => {
  const document = await parsed(name)
  const scripts = Array.from(document.scripts, (script) => script.type || 'boot')
  const kind = name in pages ? pages[name as PagePath].kind : 'content'
  const expected =
    kind === 'content'
      ? name === '/'
        ? ['boot', 'application/ld+json']
        : ['boot']
      : ['boot', 'module', 'application/json']
  expect(scripts).toEqual(expected)
})

test('every link inside the site leads to a page that exists', async () => {
  for (const name of names) {
    const document = await parsed(name)
    for (const link of document.querySelectorAll('a[href^="/"]')) {
      const path = new URL(link.getAttribute('href') ?? '', 'https://x').pathname
      // The server lists there what was public before.
      const exists = path in pages || path === `${name}/versions`
      expect([name, path, exists]).toEqual([name, path, true])
    }
  }
})

test('an interactive page asks for its own chunk', async () => {
  const document = await parsed('/events')
  expect(document.querySelector('link[rel=modulepreload]')?.getAttribute('href')).toBe('/assets/WorkshopsPage.js')
})

test('a page carries what its frame says and what it shows itself, and nothing of other pages', async () => {
  const { product, college, place, address, department, collegeLogo, departmentLogo, timeZone } = content.site
  const common = {
    site: { product, college, place, address, department, collegeLogo, departmentLogo, timeZone },
    paymentPartner: content.paymentPartner,
    today: content.today,
    event: content.event,
  }
  const own: { [Path in PagePath]?: object } = {
    '/events': { workshops: content.workshops },
    '/past-programs': { programmes: content.programmes },
  }
  for (const path of Object.keys(pages) as PagePath[]) {
    if (pages[path].kind === 'content') continue
    const carried = (await parsed(path)).getElementById('content')?.textContent ?? ''
    expect([path, JSON.parse(carried)]).toEqual([path, { ...common, ...own[path] }])
  }
})

test('a name with markup in it can neither end the data nor become markup', async () => {
  const evil = '</script><img src=x>\u2028'
  const site = { ...content, workshops: content.workshops.map((workshop) => ({ ...workshop, topic: evil })) }
  const html = await page('/events', site)
  expect(html).not.toContain(evil)
  expect(html).not.toContain('\u2028"')
  const document = await parsed('/events', site)
  expect(document.querySelectorAll('img[src=x]')).toHaveLength(0)
  expect(JSON.parse(document.getElementById('content')?.textContent ?? '').workshops[0].topic).toBe(evil)
})

test('home counts the days to the next last date and marks the key dates', async () => {
  const home = async (today: string) => {
    const document = await parsed('/', { ...content, today })
    return {
      left: document.querySelector('.countdown')?.textContent,
      done: document.querySelectorAll('[data-done]').length,
      next: document.querySelector('[data-next] time')?.textContent,
    }
  }
  expect(await home('2025-08-05')).toEqual({ left: '41days', done: 1, next: '15 September' })
  expect(await home('2025-09-15')).toEqual({ left: undefined, done: 1, next: '15 September' })
  expect(await home('2025-10-09')).toEqual({ left: '1day', done: 3, next: '10 October' })
  expect(await home('2025-11-30')).toEqual({ left: undefined, done: 5, next: undefined })
})

test('between events home says so and describes no event to search engines', async () => {
  const document = await parsed('/', { ...content, event: null, events: [] })
  expect(document.querySelector('h1')?.textContent).toBe('The next event is being planned')
  expect(document.querySelector('script[type="application/ld+json"]')).toBeNull()
})

test('workshops stand under their day at the venue, with fee, length and seats', async () => {
  const document = await parsed('/events')
  const days = Array.from(document.querySelectorAll('.day-heading time'), (day) => day.textContent)
  expect(days).toEqual(['Wednesday 22 October', 'Thursday 23 October', 'Friday 24 October'])
  const first = document.querySelector('.workshop-card')?.textContent
  for (const fact of [
    '09:00',
    '3 hours',
    'Airway Management: From Mask to Scope',
    'RS 3,500',
    '24 seats',
    'Simulation Centre',
  ])
    expect(first).toContain(fact)
})

test('signing up begins with its form and Loading in place of the last date; with Loading alone when that has passed', async () => {
  for (const [today, hasForm] of [
    [content.today, true],
    ['2099-01-01', false],
  ] as const) {
    const document = await parsed('/signup', { ...content, today })
    expect(document.querySelector('h1')?.textContent).toBe('Create an account')
    expect(document.querySelector('main [aria-busy=true]')?.textContent).toBe('Loading')
    expect(document.querySelector('main input[name=username]') !== null).toBe(hasForm)
  }
})

test.each(['/login', '/signup', '/forgotpass', '/verify-email', '/undo-email', '/review/invitation'] as const)(
  '%s sends nothing before the script has come: a password must not end up in an address',
  async (path) => {
    const document = await parsed(path)
    for (const form of document.querySelectorAll('main form')) expect(form.getAttribute('method')).toBe('dialog')
  },
)

test('the error page names the request', async () => {
  const html = await renderPage({ path: 'error', requestId: 'req-<7f3a>' }, content, assets)
  expect(html).toContain('<code>req-&lt;7f3a&gt;</code>')
})

test('the guidelines, questions and terms state the facts of the specification', async () => {
  const text = async (path: PagePath) => (await parsed(path)).querySelector('main')?.textContent ?? ''
  const abstract = await text('/abstract')
  for (const fact of [
    '250 words',
    'Background',
    'Objectives',
    'Materials-Methods',
    'Results',
    'Conclusions',
    'At least three reviewers',
    '36 by 48 inches, portrait',
    '3 graphs and 4 pictures',
    'Bridging Theory and Practice',
    'Eleven disciplines',
  ])
    expect(abstract).toContain(fact)
  expect(await text('/faq')).toContain('Each event has a separate fee and limited seats.')
  expect(await text('/terms')).toContain('Children under 13 may not')
})

test('every entry of the questions page has a question and an answer', () => {
  for (const { points } of content.prose.faq.sections) for (const point of points) expect(point).toMatch(/^[^?]+\? .+/)
})

test('the pages of another event lead to its own, say so to search engines, and tell their script', async () => {
  const other = { ...content, base: '/e/spring-meeting', isOther: true as const }
  const home = await parsed('/', other)
  const linked = Array.from(home.querySelectorAll('a'), (link) => link.getAttribute('href'))
  expect(linked).toEqual(expect.arrayContaining(['/e/spring-meeting/', '/e/spring-meeting/events', '/faq']) as string[])
  expect(linked.filter((href) => href && href in pages && 'ofEvent' in pages[href as PagePath])).toEqual([])
  const canonical = (document: Document) => document.querySelector('link[rel=canonical]')?.getAttribute('href')
  expect(canonical(home)).toBe(`${content.publicUrl}/e/spring-meeting/`)
  const schedule = await parsed('/events', other)
  const place = schedule.getElementById('content')?.dataset.namespace
  expect([canonical(schedule), place]).toEqual([
    `${content.publicUrl}/e/spring-meeting/events`,
    String(content.event?.id),
  ])

  // The current event under its name is the same as at the plain addresses, which come first.
  const current = await parsed('/events', { ...content, base: '/e/annual' })
  expect([canonical(current), current.getElementById('content')?.dataset.namespace]).toEqual([
    `${content.publicUrl}/events`,
    undefined,
  ])
})

test('two published events are found from the home page, the programme page, the menu and the footer, and lead back', async () => {
  const second = { ...content.events[0]!, id: 2, name: 'Spring Meeting', startsOn: '2026-03-02', address: '/e/spring/' }
  const both = { ...content, events: [...content.events, second] }
  const ofSecond = { ...both, event: { ...content.event!, id: 2 }, base: '/e/spring', isOther: true as const }
  const linksIn = (document: Document, within: string) =>
    Array.from(document.querySelectorAll(`${within} a`), (link) => link.getAttribute('href'))
  for (const name of ['/', '/program', '/contact', '/events', '/profile'] as const) {
    const document = await parsed(name, both)
    for (const part of ['#nav-events', 'footer'])
      expect([name, part, linksIn(document, part).filter((href) => href === '/' || href === '/e/spring/')]).toEqual([
        name,
        part,
        ['/', '/e/spring/'],
      ])
  }
  expect(linksIn(await parsed('/', both), 'main')).toContain('/e/spring/')
  expect(linksIn(await parsed('/program', both), 'main')).toEqual(expect.arrayContaining(['/', '/e/spring/']))
  expect(linksIn(await parsed('/', ofSecond), 'main')).toContain('/')
  expect(linksIn(await parsed('/abstract', ofSecond), '#nav-events')).toContain('/')

  // With none of them on the home page, it lists them; with a single one, no menu repeats it.
  expect(linksIn(await parsed('/', { ...both, event: null }), 'main')).toEqual(['/', '/e/spring/'])
  expect(linksIn(await parsed('/'), 'footer')).not.toContain('/')
  expect((await parsed('/program', { ...content, programmes: [] })).querySelector('main')?.textContent).toContain(
    'Annual Medical Conference 2025',
  )
})

test('the pages of an event without a call do not speak of abstracts', async () => {
  if (!content.event) throw new Error('no event')
  const without = { ...content, specialities: [], event: { ...content.event, noAbstracts: true as const } }
  const told = async (path: PageName, site: SiteContent) => {
    const body = (await parsed(path, site)).querySelector('body')
    for (const script of body?.querySelectorAll('script') ?? []) script.remove()
    return body
  }
  for (const path of ['/', '/profile', 'not-found'] as const)
    expect([path, (await told(path, without))?.innerHTML.match(/.{0,40}abstract.{0,40}/i)]).toEqual([path, null])
  expect((await told('/', without))?.textContent).toContain('Two ways to take part')
  expect((await told('/abstract', without))?.textContent).toContain('This event takes no abstracts')
  // The same pages with a call, as the control.
  for (const path of ['/', 'not-found'] as const) expect((await told(path, content))?.textContent).toMatch(/abstract/i)
  expect((await told('/', content))?.textContent).toContain('Three ways to take part')
})

test('the home page says how many reviewers read an abstract where the call departs from three', async () => {
  if (!content.event) throw new Error('no event')
  const home = async (reviewers?: number) => {
    const event = { ...content.event, ...(reviewers !== undefined && { reviewers }) } as SiteContent['event']
    return (await parsed('/', { ...content, event })).body.textContent
  }
  expect(await home()).toContain('read blind by at least three reviewers.')
  expect(await home(1)).toContain('read blind by at least one reviewer.')
  expect(await home(5)).toContain('read blind by at least five reviewers.')
})
