/** Hospitals and colleges that are called by their letters. Organisers add their own in the settings of the call. */
import { foldedWords } from './folding-rules.ts'

export type Hospital = { letters: string[]; name: string }

/** `AKU, AKUH = Aga Khan University Hospital` */
export function hospitalIn(line: string): Hospital | undefined {
  const at = line.indexOf('=')
  const letters = line
    .slice(0, Math.max(at, 0))
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  const name = line.slice(at + 1).trim()
  return at > 0 && letters.length > 0 && name ? { letters, name } : undefined
}

export const hospitalsIn = (lines: readonly string[]): Hospital[] => lines.flatMap((line) => hospitalIn(line) ?? [])

export const knownHospitals: readonly Hospital[] = hospitalsIn(
  `AKU, AKUH = Aga Khan University Hospital
  SKMCH, SKMCH&RC, SKMCHRC, SKMT = Shaukat Khanum Memorial Cancer Hospital and Research Centre
  JPMC = Jinnah Postgraduate Medical Centre
  CHK = Civil Hospital Karachi
  DUHS = Dow University of Health Sciences
  DIKIOHS = Dow International Dental College
  SIUT = Sindh Institute of Urology and Transplantation
  NICVD = National Institute of Cardiovascular Diseases
  NICH = National Institute of Child Health
  NIBD = National Institute of Blood Diseases
  LNH = Liaquat National Hospital
  LUMHS = Liaquat University of Medical and Health Sciences
  LUH = Liaquat University Hospital
  PUMHS = Peoples University of Medical and Health Sciences
  SMBBMU = Shaheed Mohtarma Benazir Bhutto Medical University
  GIMS = Gambat Institute of Medical Sciences
  CMCH = Chandka Medical College Hospital
  ZMU = Ziauddin University Hospital
  TIH, IHHN = Indus Hospital and Health Network
  LRBT = Layton Rahmatulla Benevolent Trust
  KEMU = King Edward Medical University
  FJMU = Fatima Jinnah Medical University
  SIMS = Services Institute of Medical Sciences
  AIMC = Allama Iqbal Medical College
  PGMI = Postgraduate Medical Institute Lahore
  LGH = Lahore General Hospital
  SGRH = Sir Ganga Ram Hospital
  UHS = University of Health Sciences Lahore
  PKLI = Pakistan Kidney and Liver Institute
  CHL, UCHS = Children's Hospital Lahore
  FMH = Fatima Memorial Hospital
  NMU = Nishtar Medical University
  BVH = Bahawal Victoria Hospital
  QAMC = Quaid-e-Azam Medical College
  SZMC = Sheikh Zayed Medical College
  RMU = Rawalpindi Medical University
  HFH = Holy Family Hospital
  BBH = Benazir Bhutto Hospital
  PIMS = Pakistan Institute of Medical Sciences
  AFIP = Armed Forces Institute of Pathology
  AFIC = Armed Forces Institute of Cardiology
  AMC = Army Medical College
  CMH = Combined Military Hospital
  NUMS = National University of Medical Sciences
  SIH = Shifa International Hospital
  KMU = Khyber Medical University
  KTH = Khyber Teaching Hospital
  LRH = Lady Reading Hospital
  HMC = Hayatabad Medical Complex
  ATH = Ayub Teaching Hospital
  BMCH, BMC = Bolan Medical Complex Hospital
  SPH = Sandeman Provincial Hospital`.split('\n'),
)

const fillers = new Set('of the and for at in'.split(' '))
export const isFiller = (word: string): boolean => fillers.has(word)

/** Said of many places: alone they tell none from another. */
const common = new Set(
  `hospital hospitals university college institute institution clinic clinics centre center medical medicine general teaching national district school department dept division unit ward health science sciences
  research trust foundation memorial complex postgraduate international foundation network infirmary dental nursing tertiary care government govt public private`.split(
    /\s+/,
  ),
)
export const isCommon = (word: string): boolean => common.has(word)

export const placeWords = (name: string): string[] => foldedWords(name).filter((word) => !fillers.has(word))

/** The entries of the list that an institution is one of: all that tells one of them from others stands in its name, or its letters do. */
export function listedAs(institution: string, hospitals: readonly Hospital[]): Hospital[] {
  const words = new Set(placeWords(institution))
  return hospitals.filter(({ letters, name }) => {
    const all = placeWords(name)
    const telling = all.filter((word) => !common.has(word))
    // What is called by common words alone has to be named whole.
    const isNamed = (telling.length > 0 ? [...telling, ...all.slice(0, 2)] : all).every((word) => words.has(word))
    return isNamed || letters.some((each) => foldedWords(each).every((word) => words.has(word)))
  })
}
