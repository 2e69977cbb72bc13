// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type Kept, openSaving, type Sent } from './saving.ts'

type Text = string
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server with one text, and a line that can be cut before or after it has heard. */
function aServer(text: Text = '', version = 1) {
  const server = { text, version, key: '', heard: [] as Sent<Text>[], line: 'good' as 'good' | 'none' | 'deaf' }
  const send = async (sent: Sent<Text>): Promise<Answer<Text>> => {
    if (server.line === 'none') return { kind: 'unanswered' }
    server.heard.push(sent)
    if (sent.saveKey !== server.key) {
      if (sent.version !== server.version)
        return { kind: 'changed', stored: { values: server.text, version: server.version } }
      Object.assign(server, { text: sent.values, version: server.version + 1, key: sent.saveKey })
    }
    return server.line === 'deaf'
      ? { kind: 'unanswered' }
      : { kind: 'saved', version: server.version, savedAt: '2026-11-17T05:42:00.000Z' }
  }
  return { server, send }
}

function aTab(
  { server, send }: ReturnType<typeof aServer>,
  device: { kept: Kept<Text> | undefined } = { kept: undefined },
) {
  const saving = openSaving<Text>(
    { values: server.text, version: server.version, savedAt: undefined, isSubmitted: false, kept: device.kept },
    {
      send,
      keep: async (kept) => {
        device.kept = kept
        return true
      },
      forget: (saved) => {
        if (device.kept?.values === saved) device.kept = undefined
      },
      isSame: (one, other) => one === other,
    },
  )
  return { saving, device, standing: () => saving.state().standing }
}

const pass = (time: number) => vi.advanceTimersByTimeAsync(time)

test('a letter is on this device at once and on the server within three seconds', async () => {
  const world = aServer()
  const { saving, device, standing } = aTab(world)
  saving.change('Sound')
  expect(device.kept).toMatchObject({ values: 'Sound', version: 1 })
  await pass(3000)
  expect(world.server).toMatchObject({ text: 'Sound', version: 2 })
  expect([standing(), device.kept]).toEqual(['saved', undefined])
})

test('somebody who never stops typing is saved every ten seconds', async () => {
  const world = aServer()
  const { saving } = aTab(world)
  for (let second = 1; second <= 12; second += 1) {
    saving.change(`${second} words`)
    await pass(1000)
  }
  expect(world.server.heard).toHaveLength(1)
})

test('what is typed while a save is under way goes after it, from the version that it made', async () => {
  const world = aServer()
  let hear = () => {}
  const held = new Promise<void>((done) => (hear = done))
  const { saving, standing } = aTab({
    server: world.server,
    send: async (sent) => {
      await held
      return world.send(sent)
    },
  })
  saving.change('one')
  await pass(2000)
  saving.change('one two')
  hear()
  await pass(3000)
  expect(world.server.heard.map(({ values, version }) => [values, version])).toEqual([
    ['one', 1],
    ['one two', 2],
  ])
  expect(standing()).toBe('saved')
})

test('without a line it waits, and goes when there is one', async () => {
  const world = aServer()
  const { saving, device, standing } = aTab(world)
  world.server.line = 'none'
  saving.change('On a ward')
  await pass(600_000)
  expect([standing(), device.kept?.values]).toEqual(['waiting', 'On a ward'])
  world.server.line = 'good'
  await saving.flush()
  expect([standing(), world.server.text]).toEqual(['saved', 'On a ward'])
})

test('a lost answer is asked for again under the same key, also after the browser has died; nobody is asked to choose', async () => {
  const world = aServer()
  const first = aTab(world)
  world.server.line = 'deaf'
  first.saving.change('Once')
  await pass(2000)
  first.saving.change('Once and more')
  first.saving.stop()
  world.server.line = 'good'
  const second = aTab({ ...world, server: { ...world.server, text: '', version: 1 } }, first.device)
  await second.saving.flush()
  await pass(3000)
  expect(second.standing()).toBe('saved')
  expect(world.server).toMatchObject({ text: 'Once and more', version: 3 })
  expect(new Set(world.server.heard.map(({ saveKey }) => saveKey)).size).toBe(2)
})

test('a second tab gets both texts, and nothing is sent until somebody chooses', async () => {
  const world = aServer()
  const one = aTab(world)
  const other = aTab(world)
  one.saving.change('Mine')
  await pass(2000)
  other.saving.change('Yours')
  await pass(2000)
  expect(other.saving.state()).toMatchObject({ standing: 'differs', values: 'Yours', stored: { values: 'Mine' } })
  other.saving.change('Yours, longer')
  await pass(60_000)
  expect([world.server.text, other.device.kept?.values]).toEqual(['Mine', 'Yours, longer'])
  other.saving.settle('mine')
  await pass(0)
  expect([world.server.text, other.standing()]).toEqual(['Yours, longer', 'saved'])

  one.saving.change('Mine again')
  await pass(2000)
  one.saving.settle('theirs')
  expect(one.saving.state()).toMatchObject({ standing: 'saved', values: 'Yours, longer', version: 3 })
  expect(one.device.kept).toBeUndefined()
})

test('two tabs with the same words have nothing to choose', async () => {
  const world = aServer()
  const [one, other] = [aTab(world), aTab(world)]
  one.saving.change('Same')
  await pass(2000)
  other.saving.change('Same')
  await pass(2000)
  expect([other.standing(), other.saving.state().version]).toEqual(['saved', 2])
})

test('after a decision nothing is taken any more, and it says why', async () => {
  const { saving, standing } = aTab({
    ...aServer(),
    send: async () => ({ kind: 'over', sentence: 'A decision has been made.' }),
  })
  saving.change('Too late')
  await saving.flush()
  saving.change('Later still')
  expect([standing(), saving.state().sentence, saving.state().values]).toEqual([
    'over',
    'A decision has been made.',
    'Too late',
  ])
})

test('a submit takes what is written now, after whatever is under way', async () => {
  const world = aServer()
  const { saving, standing } = aTab(world)
  saving.change('Half')
  void saving.flush()
  saving.change('Whole')
  expect(await saving.sendBy(world.send)).toBe(true)
  expect(world.server).toMatchObject({ text: 'Whole', version: 3 })
  await pass(60_000)
  expect([standing(), world.server.heard.length]).toEqual(['saved', 2])
})

test('once submitted, changes stay on this device until they are submitted too', async () => {
  const world = aServer('Submitted', 3)
  const { saving, device, standing } = aTab(world)
  saving.learn({ values: 'Submitted', version: 3, savedAt: undefined, isSubmitted: true })
  saving.change('Submitted, better')
  await pass(60_000)
  await saving.flush()
  expect([world.server.text, standing(), device.kept?.values]).toEqual(['Submitted', 'kept', 'Submitted, better'])
  expect(await saving.sendBy(world.send)).toBe(true)
  expect([world.server.text, device.kept]).toEqual(['Submitted, better', undefined])
})

test('a submit whose answer got lost is submitted again under its key', async () => {
  const world = aServer('Submitted', 3)
  const { saving } = aTab(world)
  saving.learn({ values: 'Submitted', version: 3, savedAt: undefined, isSubmitted: true })
  saving.change('Better')
  world.server.line = 'deaf'
  expect(await saving.sendBy(world.send)).toBe(false)
  world.server.line = 'good'
  saving.change('Better still')
  expect(await saving.sendBy(world.send)).toBe(true)
  expect(world.server).toMatchObject({ text: 'Better still', version: 5 })
})

test('a draft that turns out to be submitted is sent no more by itself', async () => {
  const world = aServer()
  const { saving } = aTab({ ...world, send: async () => ({ kind: 'submitted' }) })
  saving.change('More')
  await pass(2000)
  expect(saving.state()).toMatchObject({ standing: 'kept', isSubmitted: true, values: 'More' })
})

test('what the server told before a save does not undo it', async () => {
  const world = aServer()
  const { saving } = aTab(world)
  const told = { values: '', version: 1, savedAt: undefined, isSubmitted: false }
  saving.change('Typed without a line')
  await saving.flush()
  saving.learn(told)
  expect(saving.state()).toMatchObject({ values: 'Typed without a line', version: 2 })
  saving.learn({ ...told, values: 'Newer, from elsewhere', version: 3 })
  expect(saving.state()).toMatchObject({ values: 'Newer, from elsewhere', version: 3 })
})
