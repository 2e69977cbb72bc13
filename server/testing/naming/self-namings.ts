/** 63 ways in which authors name themselves, as outside testing tried them on 0.2: the first 30 were found then, the others were not. */
import type { Told } from '#server/selection/redaction/name-form-rules.ts'

const noBody: Told = { name: '', emails: [], phones: [], registration: '', institution: '', department: '' }

const rubina: Told = {
  name: 'Dr. Rubina Amna Shaikh',
  emails: ['rubina.shaikh@example.org'],
  phones: ['+92 300 1234567'],
  registration: '45678-S',
  institution: 'Civil Hospital, Hyderabad',
  department: 'Department of Radiology',
}
const named = (name: string, change: Partial<Told> = {}): Told => ({ ...noBody, name, ...change })
const at = (institution: string, name = 'Zarmeena Bhutto'): Told => named(name, { institution })

export type SelfNaming = { as: string; html: string; names: string; authors: Told[] }

const of = (
  as: string,
  html: string,
  { names, authors = [rubina] }: { names: string; authors?: Told[] },
): SelfNaming => ({
  as,
  html,
  names,
  authors,
})

/** Caught by 0.2. */
const known: SelfNaming[] = [
  of('whole name', '<p>Rubina Amna Shaikh read all films.</p>', { names: 'Rubina Amna Shaikh' }),
  of('capitals, surname first', '<p>Films were read by SHAIKH, Rubina.</p>', { names: 'SHAIKH, Rubina' }),
  of('initials with dots', '<p>R. A. Shaikh read all films.</p>', { names: 'R. A. Shaikh' }),
  of('initials in one', '<p>RA Shaikh read all films.</p>', { names: 'RA Shaikh' }),
  of('surname, then initial', '<p>Shaikh R. trained all staff.</p>', { names: 'Shaikh R' }),
  of('first name and surname', '<p>Rubina Shaikh trained all staff.</p>', { names: 'Rubina Shaikh' }),
  of('surname', '<p>Shaikh trained all staff.</p>', { names: 'Shaikh' }),
  of('possessive', '<p>As in Shaikh’s first series, none died.</p>', { names: 'Shaikh' }),
  of('in one word', '<p>See rubinaamnashaikh for the data.</p>', { names: 'rubinaamnashaikh' }),
  of('soft hyphen', '<p>Sha\u00adikh trained all staff.</p>', { names: 'Sha\u00adikh' }),
  of('space without width', '<p>S\u200bhaikh trained all staff.</p>', { names: 'S\u200bhaikh' }),
  of('Cyrillic letters', '<p>Ѕhаіkh trained all staff.</p>', { names: 'Ѕhаіkh' }),
  of('wide letters', '<p>Ｓｈａｉｋｈ trained all staff.</p>', { names: 'Ｓｈａｉｋｈ' }),
  of('half bold', '<p><strong>Sha</strong>ikh trained all staff.</p>', { names: 'Shaikh' }),
  of('with another mark', '<p>Zoë Brontë-Nuñez counted.</p>', {
    names: 'Zoë Brontë-Nuñez',
    authors: [named('Zoe Bronte Nunez')],
  }),
  of('two surnames', '<p>As Muñoz Pérez showed, none died.</p>', {
    names: 'Muñoz Pérez',
    authors: [named('José Muñoz Pérez')],
  }),
  of('Urdu, known in Urdu', '<p>ڈاکٹر روبینہ شیخ نے دیکھا</p>', {
    names: 'روبینہ شیخ',
    authors: [named('روبینہ شيخ')],
  }),
  of('co-author', '<p>Hira Channa counted the cells.</p>', {
    names: 'Hira Channa',
    authors: [rubina, named('Hira Channa')],
  }),
  of('institution', '<p>At Civil Hospital, Hyderabad we saw 40.</p>', { names: 'Civil Hospital, Hyderabad' }),
  of('institution, turned by "of"', '<p>In the Civil Hospital of Hyderabad we saw 40.</p>', {
    names: 'Civil Hospital of Hyderabad',
  }),
  of('half of the institution', '<p>Ward 4 of the Civil Hospital was chosen.</p>', { names: 'Civil Hospital' }),
  of('first letters of the institution', '<p>All came to CHH in May.</p>', { names: 'CHH' }),
  of('department and institution', '<p>Radiology, Civil Hospital Hyderabad, approved.</p>', {
    names: 'Radiology, Civil Hospital Hyderabad',
  }),
  of('email', '<p>Write to rubina.shaikh@example.org.</p>', { names: 'rubina.shaikh@example.org' }),
  of('telephone of the country', '<p>Call 0300-1234567.</p>', { names: '0300-1234567' }),
  of('telephone of the world', '<p>Call +49 30 901820 11.</p>', { names: '49 30 901820 11' }),
  of('telephone in Arabic digits', '<p>Call ٠٣٠٠١٢٣٤٥٦٧.</p>', { names: '٠٣٠٠١٢٣٤٥٦٧' }),
  of('ORCID', '<p>ID 0000-0002-1825-0097.</p>', { names: '0000-0002-1825-0097' }),
  of('PMDC number', '<p>PMDC No. 99887-P is mine.</p>', { names: '99887' }),
  of('registration of the profile', '<p>Reg 45678-S is mine.</p>', { names: '45678-S' }),
]

/** Missed by 0.2. */
const missed: SelfNaming[] = [
  of('number above the line', '<p>Rubina Shaikh<sup>1</sup>, others<sup>2</sup></p>', { names: 'Shaikh' }),
  of('letter above the line', '<p>R Shaikh<sup>a</sup> and others</p>', { names: 'Shaikh' }),
  of('raised digit', '<p>Rubina Shaikh¹ and others²</p>', { names: 'Shaikh' }),
  of('digits behind the name', '<p>Rubina Shaikh1,2 and others3</p>', { names: 'Shaikh' }),
  of('number below the line', '<p>Shaikh<sub>2</sub> counted.</p>', { names: 'Shaikh' }),
  of('account that ends in MRCP', '<p>Junejo trained all staff.</p>', {
    names: 'Junejo',
    authors: [named('Saima Junejo MRCP')],
  }),
  of('account that ends in FACS', '<p>S. Junejo trained all staff.</p>', {
    names: 'Junejo',
    authors: [named('Saima Junejo, FACS')],
  }),
  of('account that ends in FRCP (Edin)', '<p>Junejo S. trained all staff.</p>', {
    names: 'Junejo',
    authors: [named('Saima Junejo FRCP (Edin)')],
  }),
  of('account that ends in M.Phil', '<p>Junejo trained all staff.</p>', {
    names: 'Junejo',
    authors: [named('Saima Junejo, MBBS, M.Phil.')],
  }),
  of('account that ends in DNB', '<p>As Junejo saw, none died.</p>', {
    names: 'Junejo',
    authors: [named('Saima Junejo DNB')],
  }),
  of('short surname behind a title', '<p>Dr Ali read all films.</p>', {
    names: 'Ali',
    authors: [named('Zarmeena Ali')],
  }),
  of('first name behind a title', '<p>Dr. Zarmeena read all films.</p>', {
    names: 'Zarmeena',
    authors: [named('Zarmeena Ali')],
  }),
  of('first name alone', '<p>All films were read by Zarmeena.</p>', {
    names: 'Zarmeena',
    authors: [named('Zarmeena Ali')],
  }),
  of('Hussain as Husain', '<p>Husain read all films.</p>', { names: 'Husain', authors: [named('Asad Hussain')] }),
  of('Qureshi as Quraishi', '<p>Prof. Quraishi read all films.</p>', {
    names: 'Quraishi',
    authors: [named('Naheed Qureshi')],
  }),
  of('Shaikh as Sheikh', '<p>Sheikh read all films.</p>', { names: 'Sheikh' }),
  of('Muhammad as Mohd.', '<p>Mohd. Yusuf read all films.</p>', {
    names: 'Mohd. Yusuf',
    authors: [named('Muhammad Yousuf')],
  }),
  of('name in a link', '<p>See https://zarmeenabhutto1.example/series.</p>', {
    names: 'https://zarmeenabhutto1.example/series',
    authors: [named('Zarmeena Bhutto')],
  }),
  of('name on another site', '<p>Follow @drzbhutto for the data.</p>', {
    names: '@drzbhutto',
    authors: [named('Zarmeena Bhutto')],
  }),
  of('a (at) b', '<p>Write to zb.series (at) example.org.</p>', {
    names: 'zb.series (at) example.org',
    authors: [named('Zarmeena Bhutto')],
  }),
  of('a at b dot c', '<p>Write to zb77 at example dot org.</p>', {
    names: 'zb77 at example dot org',
    authors: [named('Zarmeena Bhutto')],
  }),
  of('AKU', '<p>All came to AKU in May.</p>', { names: 'AKU', authors: [at('The Aga Khan University, Karachi')] }),
  of('SKMCH&amp;RC', '<p>All came to SKMCH&amp;RC in May.</p>', {
    names: 'SKMCH&RC',
    authors: [at('Shaukat Khanum Memorial Cancer Hospital, Lahore')],
  }),
  of('small letters', '<p>All came to jpmc in May.</p>', {
    names: 'jpmc',
    authors: [at('Jinnah Postgraduate Medical Centre')],
  }),
  of('letters with dots', '<p>All came to the A.K.U.H. in May.</p>', {
    names: 'A.K.U.H',
    authors: [at('Aga Khan University Hospital')],
  }),
  of('first words of the hospital', '<p>All came to Shaukat Khanum in May.</p>', {
    names: 'Shaukat Khanum',
    authors: [at('Shaukat Khanum Memorial Cancer Hospital')],
  }),
  of('first word of the hospital', '<p>All came to Ziauddin in May.</p>', {
    names: 'Ziauddin',
    authors: [at('Ziauddin University Hospital, Clifton')],
  }),
  of('Urdu, known in Latin letters', '<p>زرمینہ بھٹو نے دیکھا</p>', {
    names: 'زرمینہ بھٹو',
    authors: [named('Zarmeena Bhutto')],
  }),
  of('Latin letters, known in Urdu', '<p>Rubina Shaikh read all films.</p>', {
    names: 'Rubina Shaikh',
    authors: [named('روبینہ شیخ')],
  }),
  of('spaced letters', '<p>By R u b i n a  S h a i k h.</p>', { names: 'S h a i k h' }),
  of('cut by a break', '<p>All were seen by Sha<br>ikh.</p>', { names: 'Sha\nikh' }),
  of('letters with hyphens', '<p>All were seen by S-h-a-i-k-h.</p>', { names: 'S-h-a-i-k-h' }),
  of('first letters alone', '<p>Two of us (Z.B. and R.S.) read all films.</p>', {
    names: 'Z.B.',
    authors: [named('Zarmeena Bhutto'), rubina],
  }),
]

export const selfNamings = [...known, ...missed]
