/** What the abstracts of the demonstration say. No patient, study or figure in them is real. */
import type { Chance } from './chance.ts'

export type Paper = {
  title: string
  sections: { BackGround: string; Material: string; Results: string; Discussion: string }
}

const subjects = [
  'iron deficiency among schoolgirls',
  'late arrival of women in labour',
  'surgical site infections after appendicectomy',
  'needle-stick injuries of interns',
  'vitamin D in the third trimester',
  'dengue with bleeding',
  'burnout of postgraduate residents',
  'hand hygiene on a medical ward',
  'missed follow-up of tuberculosis',
  'hepatitis C in blood donors',
  'door-to-needle time in stroke',
  'point-of-care ultrasound in shock',
  'neonatal jaundice treated at home',
  'self-medication with antibiotics',
  'diabetic foot in fishermen',
  'simulation before the first intubation',
  'thyroid nodules on ultrasound',
  'consent in two languages',
  'breast lumps seen late',
  'paracetamol poisoning in adolescents',
  'postoperative pain after caesarean section',
  'night shifts and medication errors',
  'palliative care in a district hospital',
  'typhoid that resists treatment',
  'hearing loss of weavers',
  'malnutrition and the gut',
  'OSCE marks and their examiners',
  'a checklist for the operating theatre',
]
const settings = [
  'Hyderabad',
  'a district of Sindh',
  'two teaching hospitals',
  'a rural health centre',
  'Tharparkar',
  'a public sector hospital',
  'Karachi',
]
const designs = [
  { name: 'a cross-sectional study', short: 'Cross-sectional' },
  { name: 'a randomised trial', short: 'Randomised' },
  { name: 'a clinical audit', short: 'Audit' },
  { name: 'a case series', short: 'Case series' },
  { name: 'a qualitative study', short: 'Interviews' },
  { name: 'a cohort of two years', short: 'Cohort' },
]
const openings = [
  'Frequency of',
  'What explains',
  'Outcome of',
  'Knowledge and practice about',
  'Risk factors for',
  'A quality project on',
]

export function aPaper(chance: Chance): Paper {
  const [subject, setting, design] = [chance.oneOf(subjects), chance.oneOf(settings), chance.oneOf(designs)]
  const people = chance.between(38, 640)
  const found = chance.between(11, 74)
  const marked = chance.happens(0.15) ? `CO<sub>2</sub> and ${subject}` : subject
  const long = chance.happens(0.06)
    ? ', with a look at what nurses, house officers and families said about it in their own words in Urdu, Sindhi and Thari'
    : ''
  return {
    title: `${chance.oneOf(openings)} ${marked} in ${setting}: ${design.name}${long}`,
    sections: {
      BackGround: `<p>Little is known about ${subject} in ${setting}. We wanted to know how often it is seen, and what could be done about it.</p>`,
      Material: `<p>${design.short}, ${chance.between(3, 18)} months. <em>${people}</em> people took part after they had agreed. Two of us read every record.</p>`,
      Results: `<p>It was found in ${found}% (95% CI ${found - 5} to ${found + 6}). ${chance.happens(0.5) ? '<strong>Women</strong> were affected more often (p &lt; 0.05).' : 'There was no difference between men and women.'}</p>`,
      Discussion: `<p>${chance.oneOf(['A simple checklist would help.', 'Training twice a year would help.', 'A larger study is needed.', 'We have changed our own practice.'])} ${chance.happens(0.2) ? 'نتائج مقامی زبان میں بھی دستیاب ہیں۔' : ''}</p>`,
    },
  }
}
