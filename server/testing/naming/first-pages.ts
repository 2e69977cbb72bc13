/** Twenty beginnings of files as authors send them, with the line that names them. Of the line at least one name must be found. */
import type { Told } from '#server/selection/redaction/name-form-rules.ts'

export type FirstPage = { page: string; line: string; authors: Told[] }

const by = (name: string, institution = ''): Told => ({
  name,
  emails: [],
  phones: [],
  registration: '',
  institution,
  department: '',
})

const page = (title: string, line: string, { rest, authors }: { rest: string; authors: Told[] }): FirstPage => ({
  page: `${title}\n${line}\n${rest}\nBackground: Poor adherence is a common reason for failure of treatment. We determined its frequency.`,
  line,
  authors,
})

export const firstPages: FirstPage[] = [
  page('Outcome of early cholecystectomy', 'Zarmeena Bhutto1, Asad Hussain2, Hira Channa1,2', {
    rest: '1 Department of Surgery, Chandka Medical College Hospital, Larkana 2 Civil Hospital Sukkur',
    authors: [by('Zarmeena Bhutto', 'Chandka Medical College Hospital')],
  }),
  page('Burnout among residents', 'Dr. Naheed Quraishi¹*, Dr. Ali Raza²', {
    rest: '¹ JPMC, Karachi. ² NICVD, Karachi. *Corresponding author',
    authors: [by('Naheed Qureshi MRCP', 'Jinnah Postgraduate Medical Centre')],
  }),
  page('Vitamin D in pregnancy', 'Saima Junejo MBBS, FCPS; Farhana Memon MBBS, MCPS', {
    rest: 'Liaquat University of Medical & Health Sciences, Jamshoro',
    authors: [by('Saima Junejo, FCPS', 'LUMHS Jamshoro')],
  }),
  page('XDR TYPHOID IN CHILDREN', 'JUNEJO S, MEMON F, BALOCH A', {
    rest: 'National Institute of Child Health, Karachi',
    authors: [by('Saima Junejo', 'National Institute of Child Health')],
  }),
  page('Lung ultrasound by medical officers', 'Muhammad Yousaf, Syed Kamran Ali Shah, and Bushra Rehman', {
    rest: 'Khyber Teaching Hospital, Peshawar',
    authors: [by('Mohammad Yousuf', 'Khyber Teaching Hospital')],
  }),
  page('Hand hygiene: an audit', 'Authors: Kiran Solangi (House Officer), Nadia Abro (Registrar)', {
    rest: 'Medical Unit II',
    authors: [by('Kiran Solangi')],
  }),
  page('Snakebite in rural Sindh', 'A. R. Jamali, M. Y. Memon, S. K. Brohi', {
    rest: 'Dow University of Health Sciences',
    authors: [by('Abdul Rasheed Jamali', 'Dow University of Health Sciences')],
  }),
  page('Clubfoot casting at home', 'Presented by Dr Zubaida, PGR Orthopaedics', {
    rest: 'Lahore General Hospital',
    authors: [by('Zubaida Anwar', 'Lahore General Hospital')],
  }),
  page('Early warning scores', 'Rubina Shaikh<1>, Imran Talpur<2>, Ghulam Mustafa Kalhoro<1>', {
    rest: '<1> Ward 4 <2> Ward 6',
    authors: [by('Rubina Amna Shaikh', 'Civil Hospital Hyderabad')],
  }),
  page('Hepatitis C on dialysis', 'Dr. Asad Husain, Prof. Dr. Khalid Mahmood', {
    rest: 'Sindh Institute of Urology and Transplantation (SIUT)',
    authors: [by('Asad Hussain', 'SIUT, Karachi')],
  }),
  page('Depression among students', 'By: Iqra Noor & Hina Gul', {
    rest: 'Fourth year MBBS, Ayub Medical College, Abbottabad',
    authors: [by('Iqra Noor', 'Ayub Medical College')],
  }),
  page('Kangaroo mother care', 'Shazia Perveen,1 Uzma Shaheen,2 and Tahira Bano1', {
    rest: '1Nishtar Medical University, Multan',
    authors: [by('Shazia Parveen', 'Nishtar Medical University')],
  }),
  page('GeneXpert in meningitis', 'Faisal Mehmood (fmehmood (at) example.edu.pk), Owais Khatri', {
    rest: 'PIMS Islamabad',
    authors: [by('Faisal Mahmood', 'Pakistan Institute of Medical Sciences')],
  }),
  page('Areca nut chewing', 'Corresponding author: Sumbul Zehra, Assistant Professor, Oral Medicine', {
    rest: 'Ziauddin College of Dentistry',
    authors: [by('Sumbul Zahra', 'Ziauddin University')],
  }),
  page('Sleep apnoea in hypertension', 'R Shaikh, Z Bhutto, A Hussain', {
    rest: 'Chest Unit, CHH',
    authors: [by('Zarmeena Bhutto', 'Civil Hospital Hyderabad')],
  }),
  page('Workplace violence', 'زرمینہ بھٹو، ڈاکٹر اسد حسین', {
    rest: 'سول ہسپتال حیدرآباد',
    authors: [by('Zarmeena Bhutto', 'Civil Hospital Hyderabad')],
  }),
  page('Exome sequencing in families', 'Anum Sarfaraz a, Waqas Lodhi b, Sidra Mazhar a,c', {
    rest: 'a Aga Khan University b Karachi University c AKUH',
    authors: [by('Anum Sarfraz', 'Aga Khan University')],
  }),
  page('Teledermatology for leishmaniasis', 'Gul Hassan Bugti1; Mir Ahmed Rind2; Paree Baloch1', {
    rest: 'Bolan Medical Complex Hospital Quetta',
    authors: [by('Gul Hassan Bugti', 'Bolan Medical Complex Hospital')],
  }),
  // The account of somebody who submits for others: no name of the line is known.
  page('Maternal near miss', 'Rafia Ansari¹, Beenish Lakhani², Maryam Dawood¹', {
    rest: 'Department of Obstetrics',
    authors: [by('Office of Research')],
  }),
  page('Ureteroscopy without stents', 'Principal investigator Tariq Jatoi; supervisor Pir Sajjad Sarhandi', {
    rest: 'Department of Urology',
    authors: [by('Sajjad Ali Sirhindi')],
  }),
]
