/** Who they are and where they come from. All of it is made up; the addresses lie under example.org, where nobody has a mailbox. */
import type { Chance } from './chance.ts'

export type Who = { fullName: string; father: string; local: string; gender: 'Male' | 'Female'; isForeigner: boolean }

const women = (
  'Aisha Amna Anum Areeba Bushra Erum Farah Farida Fizza Ghazala Hafsa Hina Humaira Iqra Javeria Kiran Komal Laiba Madiha Mahnoor Maria ' +
  'Mariam Mehwish Nadia Naila Noor Rabia Rida Rukhsana Saba Sadia Saima Samina Sana Sehrish Shazia Sidra Sumera Tehmina Uzma Wajiha Yusra Zara Zoya'
).split(' ')
const men = (
  'Abdullah Adeel Ahsan Akhtar Ali Ammar Asad Asif Aslam Ayaz Bilal Daniyal Danish Fahad Faisal Farhan Ghulam Hamza Haris Hasan Hassan Ibrahim ' +
  'Imran Irfan Jawad Junaid Kamran Kashif Khalid Moiz Mudassir Nadeem Naveed Omar Qasim Rashid Saad Saeed Salman Shahid Tariq Usman Waqas Yasir Zeeshan'
).split(' ')
const families = (
  'Abbasi Abro Ahmed Akhund Ansari Arain Awan Baloch Bhatti Bhutto Brohi Chandio Channa Dahri Detho Farooqi Gillani Hashmi Jamali Jatoi Kazi Khaskheli ' +
  'Khan Khoso Laghari Leghari Lodhi Mangi Memon Mirani Mirza Mughal Niazi Panhwar Pathan Qazi Qureshi Rajput Rizvi Sheikh Siddiqui Solangi Soomro Syed Talpur Unar Zaidi'
).split(' ')

/** Of reviewers, one each. No author bears them: what stands between the two is what the chairs noted, and nothing that only looks like it. */
const familiesOfReviewers = (
  'Bughio Chachar Daudpota Gabol Halepoto Issani Jokhio Kalwar Khuhro Larik Lashari Lund Magsi Mahar Mahesar Mastoi Narejo Nizamani Otho Palijo ' +
  'Pirzada Rind Sanjrani Thebo Ujjan Wagan Zardari'
).split(' ')

/** Names that a list, a badge and a letter must bear: long ones, other letters, other directions. */
const unusual: Who[] = [
  {
    fullName: 'ڈاکٹر عائشہ صدیقی',
    father: 'محمد صدیقی',
    local: 'ayesha.siddiqui',
    gender: 'Female',
    isForeigner: false,
  },
  { fullName: 'محمد بلال حسین', father: 'غلام حسین', local: 'm.bilal.hussain', gender: 'Male', isForeigner: false },
  {
    fullName: 'ڊاڪٽر سنڌيا ميمڻ',
    father: 'عبدالله ميمڻ',
    local: 'sindhia.memon',
    gender: 'Female',
    isForeigner: false,
  },
  {
    fullName: 'Dr Syeda Umm-e-Kulsoom Fatima Batool Rizvi Naqvi',
    father: 'Syed Zulfiqar Haider Naqvi',
    local: 'uk.rizvi.naqvi',
    gender: 'Female',
    isForeigner: false,
  },
  {
    fullName: 'Prof. Mian Muhammad Abdul Rehman Khan Yousafzai',
    father: 'Khan Abdul Wahab Khan Yousafzai',
    local: 'mmar.yousafzai',
    gender: 'Male',
    isForeigner: false,
  },
  { fullName: 'Ai Li', father: 'Wei Li', local: 'ai.li', gender: 'Female', isForeigner: true },
  {
    fullName: 'Dr José Ángel Núñez-Peña',
    father: 'Ángel Núñez',
    local: 'jose.nunez',
    gender: 'Male',
    isForeigner: true,
  },
  { fullName: 'Dr Zoë Müller', father: 'Jürgen Müller', local: 'zoe.mueller', gender: 'Female', isForeigner: true },
  {
    fullName: 'Dr Siobhán O’Connor',
    father: 'Pádraig O’Connor',
    local: 'siobhan.oconnor',
    gender: 'Female',
    isForeigner: true,
  },
  {
    fullName: 'Nguyễn Thị Minh Châu',
    father: 'Nguyễn Văn Hùng',
    local: 'minh.chau',
    gender: 'Female',
    isForeigner: true,
  },
  {
    fullName: 'Dr Łukasz Wiśniewski',
    father: 'Stanisław Wiśniewski',
    local: 'lukasz.wisniewski',
    gender: 'Male',
    isForeigner: true,
  },
  {
    fullName: 'د. ليلى الهاشمي',
    father: 'أحمد الهاشمي',
    local: 'layla.alhashimi',
    gender: 'Female',
    isForeigner: true,
  },
]

/** So many people; nobody's address twice. */
export function peopleNamed(chance: Chance, many: number): Who[] {
  const taken = new Map<string, number>()
  const usual = Array.from({ length: many - unusual.length }, () => usualName(chance, families))
  // Spread over the list: the first page must have some of them, and so must the last.
  const all = usual.flatMap((who, at) =>
    at % 27 === 8 && unusual[(at / 27) | 0] ? [who, unusual[(at / 27) | 0] as Who] : [who],
  )
  return all.map((who) => {
    const before = taken.get(who.local) ?? 0
    taken.set(who.local, before + 1)
    return before === 0 ? who : { ...who, local: `${who.local}${before + 1}` }
  })
}

/** They come from other families and other institutions than those who submit. */
export const reviewersNamed = (chance: Chance, many: number): Who[] =>
  familiesOfReviewers.slice(0, many).map((family) => usualName(chance, [family]))

function usualName(chance: Chance, families: readonly string[]): Who {
  const isWoman = chance.happens(0.54)
  const given = chance.oneOf(isWoman ? women : men)
  const [family, second] = [chance.oneOf(families), chance.oneOf(men)]
  const first = !isWoman && chance.happens(0.3) ? `Muhammad ${given}` : given
  const title = chance.byWeight([
    { of: 'Dr ', weight: 60 },
    { of: '', weight: 28 },
    { of: isWoman ? 'Ms ' : 'Mr ', weight: 7 },
    { of: 'Prof. ', weight: 5 },
  ])
  return {
    fullName: `${title}${first} ${family}`,
    father: `${second} ${family}`,
    local: `${given}.${family}`.toLowerCase(),
    gender: isWoman ? 'Female' : 'Male',
    isForeigner: false,
  }
}

export const cities = [
  { city: 'Hyderabad', postCode: '71000' },
  { city: 'Karachi', postCode: '74200' },
  { city: 'Lahore', postCode: '54000' },
  { city: 'Islamabad', postCode: '44000' },
  { city: 'Peshawar', postCode: '25000' },
  { city: 'Quetta', postCode: '87300' },
  { city: 'Sukkur', postCode: '65200' },
  { city: 'Larkana', postCode: '77150' },
  { city: 'Multan', postCode: '60000' },
]
export const streets = [
  'Specimen Road',
  'Sample Colony',
  'Example Town, Block 7',
  'Nowhere Lane',
  'Model Housing Scheme',
]
export const abroad = [
  { country: 'Germany', city: 'Heidelberg' },
  { country: 'Ireland', city: 'Galway' },
  { country: 'Spain', city: 'Salamanca' },
  { country: 'Vietnam', city: 'Huế' },
  { country: 'United Arab Emirates', city: 'Sharjah' },
]
export const institutions = [
  'Indus Example Medical College',
  'Civil Hospital of the Specimen District',
  'Example University of Medical and Health Sciences',
  'College of Nursing and Midwifery, Specimen Campus',
  'Institute of Cardiovascular Examples',
  'Sample General Hospital',
  'Postgraduate Institute for the Study of Made-up Diseases and Their Treatment in Places That Do Not Exist',
]
export const institutionsOfReviewers = [
  'Northern Example Medical University',
  'Specimen Institute of Postgraduate Training',
  'Model Teaching Hospital',
  'Coastal College of Samples and Surgery',
]
export const departments = [
  'Medicine',
  'Surgery',
  'Paediatrics',
  'Gynaecology and Obstetrics',
  'Radiology',
  'Pathology',
  'Community Medicine',
  'Anaesthesia',
  '',
]
export const designations = [
  'House Officer',
  'Postgraduate Resident',
  'Medical Officer',
  'Senior Registrar',
  'Assistant Professor',
  'Associate Professor',
  'Professor',
]
