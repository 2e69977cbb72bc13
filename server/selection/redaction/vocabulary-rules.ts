/** Words with a capital that name no author: places, months, people whose names are those of tests and diseases, headings, firms. Folded. */

/** Surnames that are words of medicine, or of every text. */
const terms = `addison alport barrett bell best black brown burns case chiari christmas cole cook cross crohn cushing down field fields forest good gram graves green grey hall hand hands head heart
  hill hodgkin house kawasaki king knee lake lewy light little long lynch marfan meniere moon page paget parkinson pain power price raynaud reed rice rose sharp short sick small still strong summer
  turner wall walker ward waters west white whipple wilson winter wise wood woods work young`

const eponyms = `adson alzheimer apgar asperger babinski barthel beck behcet bishop bland altman bonferroni boyle braden breslow burch caesarean cesarean cobb cochran coombs cox cronbach dandy doppler
  dukes dunn dupuytren duchenne edmonton epworth fisher fleiss foley fontan friedman gallie gaussian gilbert glasgow gleason greene guillain barre hamilton hosmer lemeshow hartmann hashimoto
  helsinki henderson hirschsprung hunt hess huntington jarman kaplan meier karnofsky keloid killip kolmogorov smirnov kruskal wallis langerhans legionella levene lickert likert lugol mallampati mann
  whitney mantel haenszel marshall masson mcnemar mohs monte carlo montgomery asberg morse murphy nottingham norwood oslo oswestry pap papanicolaou pearson pfannenstiel pittsburgh pneumocystis
  poisson romberg rorschach rosenberg roc rorvik rutter sengstaken shapiro wilk shilling simpson sjogren spearman stevens johnson student swan ganz tanner tukey valsalva wagner weber wechsler
  wilcoxon wilms youden ziehl neelsen zung edward edwards fallot billroth bishops hba harris huber kegel kellgren lawrence ilizarov kirschner trendelenburg lachman boneferroni child pugh forrest rockall
  schirmer goldmann snellen ishihara sturge dukes mayo fowler landsteiner wright giemsa leishman tzanck hunter waterlow norton visick clavien dindo ramsay richmond aldrete cormack lehane bromage
  wong baker faces silverman ballard dubowitz finnegan robson edinburgh postnatal depression conners denver bayley ages stages`

const places = `pakistan punjab sindh sind balochistan baluchistan khyber pakhtunkhwa kpk kashmir azad gilgit baltistan karachi lahore islamabad rawalpindi peshawar quetta multan faisalabad hyderabad sukkur larkana
  nawabshah gambat khairpur thar tharparkar mirpurkhas mirpur dadu badin thatta jamshoro sialkot gujranwala gujrat sargodha bahawalpur rahim yar abbottabad mardan swat kohat bannu dera ismail ghazi
  mansehra muzaffarabad gwadar khuzdar jhang sahiwal okara kasur sheikhupura attock jhelum chakwal india bangladesh nepal sri lanka afghanistan iran iraq china japan korea turkey saudi arabia
  emirates qatar oman kuwait egypt nigeria kenya ethiopia uganda ghana malawi tanzania south africa brazil mexico argentina chile peru united states america kingdom britain england scotland wales ireland
  canada australia zealand germany france italy spain sweden norway denmark finland netherlands belgium switzerland austria poland greece portugal russia ukraine israel jordan lebanon syria
  malaysia indonesia singapore thailand vietnam philippines asia africa europe middle east eastern western northern southern north west pacific atlantic indus delhi mumbai dhaka kathmandu kabul tehran
  london geneva new york boston chicago chapel carolina california texas washington armonk`

const peoples = `pakistani indian bangladeshi nepali afghan iranian chinese japanese korean turkish saudi arab arabic asian african european american british english scottish irish canadian australian german
  french italian spanish swedish norwegian danish finnish dutch belgian swiss urdu sindhi punjabi pashto pushto balochi saraiki latin caucasian hispanic muslim islamic`

const times = `january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday
  saturday sunday spring autumn ramadan ramzan eid muharram covid`

const works = `spss statistical package social sciences software version ibm corp corporation microsoft excel stata redcap epi info openepi graphpad prism sas minitab matlab python rstudio medcalc google forms form whatsapp
  android philips siemens toshiba ge samsung mindray roche abbott sysmex beckman coulter cobas architect elecsys becton dickinson oxoid merck pfizer novartis sanofi bayer voluson logiq aplio world health
  organization organisation organisations nations unicef cdc fda nice cochrane pubmed medline embase scopus prisma consort strobe strobe-checklist squire care equator grade prospero clinicaltrials
  society association federation academy committee council board bureau ministry programme program survey demographic global burden initiative guideline guidelines declaration institutional review ethical
  ethics royal obstetricians gynaecologists surgeons physicians cardiology rheumatology radiology chest international national federal provincial district lady worker workers visitor expanded`

const headings = `background introduction objective objectives aim aims purpose rationale hypothesis method methods methodology material materials patients participants subjects setting settings design study duration
  period place sampling sample size technique inclusion exclusion criteria data collection procedure procedures intervention outcome outcomes measures main primary secondary statistical analysis results
  result findings finding discussion conclusion conclusions limitation limitations recommendation recommendations implications keywords key words abstract title table tables figure figures fig appendix
  group groups arm arms type class classification grade stage phase category level part section model test tests scale score scores index questionnaire inventory checklist tool criteria question form day week
  month year visit trial cohort cross sectional prospective retrospective randomised randomized controlled double blind case control series report descriptive observational comparative quasi experimental
  audit cycle loop department ward unit emergency intensive outpatient operating theatre room labour hospital clinic clinics centre center university college institute medical surgical school primary secondary
  tertiary care teaching public private sector basic rural urban union city village taluka tehsil`

/** What often begins a sentence. */
const openers = `the a an in on at of to for from by with without within after before during between among amongst against all both each every some any most many much more less few fewer several other others
  another no not only also as if when while where whereas although though because since despite however therefore thus hence moreover furthermore overall finally lastly first second third then there here this
  that these those it its they their them we our us i my he his she her you your one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred mean median mode standard
  average total number numbers rate rates ratio risk odds relative absolute hazard confidence interval significant significance p prevalence incidence frequency percentage proportion mortality morbidity
  survival complications complication patient women woman men man children child infants infant neonates newborns mothers mother fathers parents adults adult adolescents girls boys students student nurses nurse
  doctors physicians surgeons residents trainees interns staff people persons cases controls records files blood serum plasma urine stool sputum tissue biopsy samples specimens swabs cultures culture ultrasound
  echocardiography magnetic resonance computed tomography radiographs mri ct chest abdominal acute chronic early late severe mild moderate high low higher lower increased decreased reduced positive negative
  age gender sex male female males females baseline follow up informed written verbal consent approval permission ethical committee board ethics factors variables variable multivariate univariate logistic linear
  regression chi square independent paired sample samples t anova significant common commonest frequent logistic outcome median using used based compared comparing according due since given including
  vitamin hepatitis diabetes hypertension anaemia anemia tuberculosis malaria dengue typhoid cholera measles polio pneumonia sepsis asthma stroke cancer carcinoma tumour tumor obesity malnutrition iron
  folic zinc insulin metformin aspirin heparin oxytocin misoprostol ceftriaxone amoxicillin vancomycin meropenem colistin ciprofloxacin cotrimoxazole escherichia klebsiella staphylococcus streptococcus
  pseudomonas acinetobacter salmonella shigella vibrio helicobacter mycobacterium plasmodium candida aspergillus enterococcus haemophilus bordetella leishmania giardia entamoeba pylori coli type b c d e
  bacillus calmette guerin hib bcg opv quality life sleep depression anxiety stress burnout satisfaction knowledge attitude attitudes practice practices training simulation workshop education feedback
  laparoscopic open surgery surgical endoscopic percutaneous transurethral caesarean section delivery labour pregnancy gestation gestational antenatal postnatal preterm term birth weight body mass length stay
  time duration pain score visual analogue hemoglobin haemoglobin glycated creatinine bilirubin platelet platelets leukocyte neutrophil lymphocyte albumin sodium potassium calcium magnesium glucose
  cholesterol lipid triglycerides troponin procalcitonin reactive protein ferritin interleukin antibody antigen polymerase chain reaction gene genes genotype mutation exome sanger sequencing real routine
  better worse good poor further future larger multicentre multicenter new novel simple cheap safe effective implementation introduction improving improvement use role effect effects impact association
  associations correlation relationship comparison evaluation assessment determination accuracy diagnostic sensitivity specificity predictive value values area under curve operating characteristic receiver`

const all = new Set(
  [terms, eponyms, places, peoples, times, works, headings, openers].flatMap((words) => words.split(/\s+/)),
)
const medical = new Set(terms.split(/\s+/))
const towns = new Set(places.split(/\s+/))
const persons = new Set(eponyms.split(/\s+/))
const nations = new Set(peoples.split(/\s+/))

export const isTerm = (word: string): boolean => medical.has(word)
export const isTown = (word: string): boolean => towns.has(word)
export const isEponym = (word: string): boolean => persons.has(word)
export const isNation = (word: string): boolean => nations.has(word)
export const isKnown = (word: string): boolean => all.has(word)

/** In small letters these are words: letters of a hospital are then found in capitals only. */
const short = new Set(
  `aim aims and are arm can car cat chi cut day due end far fit few fig for gas get had has her him his hit hot how ice ill its leg let low man map may men met mid mix net new nice nil nor not now odd off oil
  old one our out own pad pan pin pre pro raw ray red rib rim run saw see set she sim sims six son sum sun tap ten the tip too top try two use via was way wet who why yes yet you pims child chest gene gram`.split(
    /\s+/,
  ),
)
export const isShortWord = (word: string): boolean => short.has(word)
