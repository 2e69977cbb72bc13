/** A believable site for tests: seven current programmes, four past ones, seven workshops over three days. */
import { SiteContent, type Programme, type PublicWorkshop } from '#contract/events/site.ts'
import abstract from '../../content/sample/abstract.json' with { type: 'json' }
import faq from '../../content/sample/faq.json' with { type: 'json' }
import home from '../../content/sample/home.json' with { type: 'json' }
import privacy from '../../content/sample/privacy.json' with { type: 'json' }
import site from '../../content/sample/site.json' with { type: 'json' }
import terms from '../../content/sample/terms.json' with { type: 'json' }
import travel from '../../content/sample/travel.json' with { type: 'json' }

type ProgrammeLine = [name: string, coordinator: string, fee: string, endDate: string, flyer: string]
type WorkshopLine = [topic: string, startsAt: string, hours: number, rupees: number, rest: [string, string, number]]

const programmeLines: ProgrammeLine[] = [
  ['ECG: Rhythm to Reason', 'Dr Kamran Abro', '2,500', '2025-08-19', 'ecg'],
  ['Suturing and Knots', 'Prof. Farida Laghari', '5,000', '2025-08-30', 'suturing'],
  ['Point-of-Care Ultrasound', 'Dr Hina Talpur', '4,500', '2025-09-09', 'pocus'],
  ['Genomics for Clinicians', 'Dr Owais Kazi', '3,500', '2025-09-20', 'genomics'],
  ['Biostatistics Without Fear', 'Ms Sadia Memon', '1,000', '2025-10-04', 'biostatistics'],
  ['Reading the Chest Film', 'Dr Imran Jatoi', '3,000', '2025-10-14', 'radiology'],
  ['Bioethics at the Bedside', 'Prof. Rukhsana Shaikh', '', '2025-10-27', 'bioethics'],
  ['Safe Sedation', 'Dr Nadia Khoso', '3,000', '2025-04-22', 'anaesthesia'],
  ['Teaching by Simulation', 'Prof. Aslam Brohi', '2,500', '2025-02-18', 'simulation'],
  ['The First Golden Minute', 'Dr Saira Panhwar', '2,000', '2024-12-12', 'neonatal'],
  ['Antibiotic Stewardship', 'Dr Fahad Ansari', '1,500', '2024-11-06', 'antimicrobial'],
]

const workshopLines: WorkshopLine[] = [
  [
    'Airway Management: From Mask to Scope',
    '2025-10-22T04:00:00Z',
    3,
    3500,
    ['Dr Sana Memon, Dr Bilal Rajput', 'Simulation Centre', 24],
  ],
  ['Writing the Structured Abstract', '2025-10-22T05:00:00Z', 2, 1000, ['Prof. Rukhsana Shaikh', 'Seminar Room A', 40]],
  [
    'Basic Laparoscopic Skills',
    '2025-10-22T09:00:00Z',
    3,
    5000,
    ['Prof. Farida Laghari, Dr Asad Chandio', 'Skills Laboratory', 12],
  ],
  ['Focused Echo in Shock', '2025-10-23T04:00:00Z', 4, 4500, ['Dr Hina Talpur', 'Cardiology Seminar Room', 16]],
  [
    'Designing OSCE Stations That Discriminate',
    '2025-10-23T09:00:00Z',
    3,
    2500,
    ['Dr Maria Solangi, Prof. Aslam Brohi', 'Department of Medical Education', 24],
  ],
  [
    'Breaking Bad News in Urdu and Sindhi',
    '2025-10-24T04:00:00Z',
    3,
    3000,
    ['Dr Ghulam Rasool Mirani', 'Lecture Hall 2', 30],
  ],
  [
    'Infection Control Walk-Round',
    '2025-10-24T10:00:00Z',
    2,
    1500,
    ['Sr Parveen Akhtar, Dr Fahad Ansari', 'Medical Ward 4', 20],
  ],
]

const programmes = programmeLines.map(
  ([name, courseCoordinator, registrationFee, endDate, flyer], index): Programme => ({
    id: index + 1,
    name,
    courseCoordinator,
    registrationFee,
    endDate,
    image: `/art/flyer-${flyer}.svg`,
    description: '',
  }),
)

const workshops = workshopLines.map(
  ([topic, startsAt, hours, rupees, [facilitators, venue, seats]], index): PublicWorkshop => ({
    id: index + 1,
    topic,
    startsAt,
    durationMinutes: hours * 60,
    price: rupees * 100,
    facilitators,
    venue,
    seats,
  }),
)

export const content: SiteContent = SiteContent.parse({
  site,
  paymentPartner: { name: 'a demonstration: no money is taken', logo: '/art/payment-sandbox.svg' },
  prose: { abstract, faq, home, privacy, terms, travel },
  publicUrl: 'https://colloquium.example',
  today: '2025-08-05',
  event: {
    id: 1,
    name: 'Annual Medical Conference',
    theme: 'Bridging Theory and Practice',
    lead: 'Three days of papers, posters and hands-on workshops for the doctors, nurses and students who turn what we know into what we do.',
    venue: 'College Auditorium',
    flyer: '/art/flyer-conference.svg',
    timeZone: 'Asia/Karachi',
    opensOn: '2025-07-01',
    abstractsCloseOn: '2025-09-15',
    decisionsOn: '2025-09-30',
    registrationClosesOn: '2025-10-10',
    workshopsFrom: '2025-10-22',
    startsOn: '2025-10-25',
    endsOn: '2025-10-27',
  },
  events: [
    {
      id: 1,
      name: 'Annual Medical Conference',
      theme: 'Bridging Theory and Practice',
      venue: 'College Auditorium',
      flyer: '/art/flyer-conference.svg',
      startsOn: '2025-10-25',
      endsOn: '2025-10-27',
      address: '/',
    },
  ],
  specialities: [
    'Basic Sciences',
    'Clinical Sciences',
    'Medicine and Allied',
    'Surgery and Allied',
    'Diagnostics',
    'Radiology',
    'Pathology',
    'Medical Education',
    'Bioethics',
    'Technologies in Healthcare',
    'Nursing and Allied Health Sciences',
  ],
  programmes,
  workshops,
})
