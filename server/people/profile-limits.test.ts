/** Every limit of the form at n and at n + 1, from the table that the browser types by. */
import { expect, test } from 'vitest'
import { type ProfileField, type ProfileFieldName, profileFields } from '#contract/people/profile-fields.ts'
import { photo } from '#server/testing/pictures.ts'
import { createProfile, portalWithPeople, readProfile, sendProfile, someValues } from '#server/testing/profiles.ts'

const fields = Object.entries(profileFields) as [ProfileFieldName, ProfileField][]
const texts = fields.filter(([, { options }]) => !options)
const choices = fields.filter(([, { options }]) => options)

/** One character to a person, two to a computer that counts in halves. */
const letter = '𞤀'

test('the form has the fields and limits of the specification', () => {
  const limits = Object.fromEntries(
    texts.map(([name, { limit, required }]) => [name, required ? [limit, 'required'] : [limit]]),
  )
  expect(limits).toEqual({
    Name: [50, 'required'],
    FatherName: [50, 'required'],
    PMDCReg: [50],
    Designation: [200],
    Institution: [200],
    Faculty: [50],
    Department: [200],
    Address: [500, 'required'],
    Country: [100, 'required'],
    City: [100, 'required'],
    PostCode: [10, 'required'],
    Mobile: [15, 'required'],
    Phone: [16],
    Fax: [30],
    AltEmail: [100],
  })
  expect(Object.fromEntries(choices.map(([name, { options }]) => [name, options?.map(({ value }) => value)]))).toEqual({
    Gender: ['Male', 'Female'],
    Nationality: ['Pakistani', 'Foreigner'],
    PartcipantType: ['Student', 'Nurse', 'Others'],
    PresenterType: ['Attendee', 'Presenter'],
  })
})

test('each field takes as many characters as it says and not one more', async () => {
  const { app, ayesha } = await portalWithPeople()
  await createProfile(app, ayesha.token)
  const send = (values: Record<string, string>) =>
    sendProfile(app, { token: ayesha.token, values: { ...someValues, ...values } })

  for (const [name, { limit }] of texts) {
    for (const character of ['x', letter, 'ہ']) {
      const longest = character.repeat(limit)
      expect([name, await send({ [name]: longest })]).toEqual([name, { http: 200, status: 'Success' }])
      expect((await readProfile(app, ayesha.token))?.[name]).toBe(longest)
      expect([name, await send({ [name]: longest + character })]).toEqual([
        name,
        { http: 400, status: `Please check ${name}: at most ${limit} characters.` },
      ])
      expect((await readProfile(app, ayesha.token))?.[name]).toBe(longest)
    }
  }
})

test('the database holds the same limits', async () => {
  const { world, app, ayesha } = await portalWithPeople()
  await createProfile(app, ayesha.token)
  const column = (name: string) =>
    name
      .replace('PMDC', 'Pmdc')
      .replace(/(?<!^)[A-Z]/g, '_$&')
      .toLowerCase()
  const set = (name: string, value: string) =>
    world.db
      .updateTable('profile')
      .set({ [camel(column(name))]: value })
      .execute()
      .then(
        () => 'kept',
        () => 'refused',
      )

  for (const [name, { limit, required }] of texts) {
    const answers = [
      await set(name, letter.repeat(limit)),
      await set(name, letter.repeat(limit + 1)),
      await set(name, ''),
    ]
    expect([name, ...answers]).toEqual([name, 'kept', 'refused', required ? 'refused' : 'kept'])
    if (!required) await set(name, 'x')
  }
})

test('a field that must be filled is named when it is missing or blank, and the others may be left out', async () => {
  const { app, ayesha } = await portalWithPeople()
  const picture = await photo()
  const must = fields.filter(([, { required }]) => required).map(([name]) => name)

  for (const name of must) {
    const { [name]: _, ...without } = someValues
    for (const values of [without, { ...someValues, [name]: '' }, { ...someValues, [name]: '   ' }]) {
      const { http, status } = await sendProfile(app, { token: ayesha.token, values, picture })
      expect([name, http, status?.startsWith(`Please check ${name}: `)]).toEqual([name, 400, true])
    }
  }
  expect(await readProfile(app, ayesha.token)).toBeUndefined()
  const least = Object.fromEntries(Object.entries(someValues).filter(([name]) => (must as string[]).includes(name)))
  expect(await sendProfile(app, { token: ayesha.token, values: least, picture })).toEqual({
    http: 200,
    status: 'Success',
  })
})

test('a choice that is not offered is refused', async () => {
  const { app, ayesha } = await portalWithPeople()
  for (const [name, { options = [] }] of choices) {
    const values = { ...someValues, [name]: `${options[0]?.value}s` }
    const words = options.map(({ value }) => value).join(', ')
    expect(await sendProfile(app, { token: ayesha.token, values, picture: await photo() })).toEqual({
      http: 400,
      status: `Please check ${name}: choose one of ${words}.`,
    })
  }
})

test.each([
  ["Sinéad O'Neil-Brannagh"],
  ['محمد علی جناح'],
  ['Nguyễn Thị Ánh'],
  ['<b>A & B</b> = 100%? #1'],
  ["Robert'); drop table profile;--"],
])('the name %s is kept as it is written', async (Name) => {
  const { app, ayesha } = await portalWithPeople()
  await createProfile(app, ayesha.token, { Name })

  expect(await readProfile(app, ayesha.token)).toMatchObject({ Name })
})

test('an address may have lines, a name may not, and nothing keeps what nobody sees', async () => {
  const { app, ayesha } = await portalWithPeople()
  await createProfile(app, ayesha.token, {
    Name: 'Ayesha\u202e\nSiddiqui\u0007',
    FatherName: 'عبد\u200cالله\u200c',
    Address: 'House 7\r\nStreet\u200b 3\u001b',
    AltEmail: ' ayesha@ｂücher.example\u200b',
  })
  expect(await readProfile(app, ayesha.token)).toMatchObject({
    Name: 'Ayesha Siddiqui',
    FatherName: 'عبد\u200cالله',
    Address: 'House 7\nStreet 3',
    AltEmail: 'ayesha@xn--bcher-kva.example',
  })

  const send = (values: Record<string, string>) =>
    sendProfile(app, { token: ayesha.token, values: { ...someValues, ...values } })
  const missing = { http: 400, status: 'Please check City: this field is required.' }
  expect(await send({ City: '\u200b\u2800\u200d' })).toEqual(missing)
  expect((await send({ Name: 'Aye\0sha' })).http).toBe(400)
})

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, each: string) => each.toUpperCase())
}
