/** Which fields a page has. */
import type { PageOfSite } from '#contract/pages/page-names.ts'
import { type Path, textAt, useEditing } from './editing.ts'
import { PictureField } from './PictureField.tsx'
import { Blocks, Figure, QuestionWords, Words } from './Words.tsx'

const emptySection = { heading: '', paragraphs: [], points: [] }
const emptyDesk = { desk: '', about: '', email: '' }

export function PageFields({ page }: { page: PageOfSite }) {
  if (page === 'contact') return <ContactFields />
  if (page === 'college') return <CollegeFields />
  return (
    <>
      <Words
        at={['lead']}
        label="Lead"
        lines={2}
        {...(page === 'home' && { optional: true, hint: 'Stands before the ways to take part.' })}
      />
      <Sections isQuestions={page === 'faq'} />
      {page === 'travel' && <TravelFields />}
    </>
  )
}

function Sections({ isQuestions }: { isQuestions: boolean }) {
  const named = useNamed(['sections'], 'heading')
  return (
    <Blocks at={['sections']} one="section" empty={emptySection} nameOf={named} folds>
      {(at) => (
        <>
          <Words at={[...at, 'heading']} label="Heading" />
          {!isQuestions && (
            <Blocks at={[...at, 'paragraphs']} one="paragraph" empty="">
              {(path, index) => <Words at={path} label={`Paragraph ${index + 1}`} lines={3} />}
            </Blocks>
          )}
          <Blocks at={[...at, 'points']} one={isQuestions ? 'question' : 'point'} empty="">
            {(path, index) =>
              isQuestions ? <QuestionWords at={path} /> : <Words at={path} label={`Point ${index + 1}`} lines={2} />
            }
          </Blocks>
        </>
      )}
    </Blocks>
  )
}

/** What an item says of itself, or its place while it says nothing. */
function useNamed(list: Path, field: string): (index: number) => string {
  const { body } = useEditing()
  return (index) => textAt(body, [...list, index, field]) || String(index + 1)
}

function Desks({ at }: { at: string }) {
  const named = useNamed([at], 'desk')
  return (
    <Blocks at={[at]} one="desk" empty={emptyDesk} nameOf={named}>
      {(path) => (
        <>
          <Words at={[...path, 'desk']} label="Name" />
          <Words at={[...path, 'about']} label="What for" />
          <Words at={[...path, 'email']} label="Email" />
          <Words at={[...path, 'phone']} label="Phone" optional />
        </>
      )}
    </Blocks>
  )
}

export function ContactFields() {
  return (
    <>
      <p>Replies to emails go to the first contact.</p>
      <Desks at="contacts" />
      <Words
        at={['securityContact']}
        label="Contact for security reports"
        hint="An email address. Without one, the last contact."
        optional
      />
    </>
  )
}

export function TravelFields() {
  const named = useNamed(['stays'], 'name')
  return (
    <>
      <h2 className="heading-small">Places to stay</h2>
      <Blocks at={['stays']} one="place" empty={{ name: '', note: '', price: '' }} nameOf={named}>
        {(path) => (
          <>
            <Words at={[...path, 'name']} label="Name" />
            <Words at={[...path, 'note']} label="Note" />
            <Words at={[...path, 'price']} label="Price of a night" />
          </>
        )}
      </Blocks>
      <h2 className="heading-small">Whom to ask</h2>
      <Desks at="travelContacts" />
      <h2 className="heading-small">Map</h2>
      <Words at={['map', 'label']} label="Where" />
      <Words at={['map', 'place']} label="In words" />
      <Figure at={['map', 'latitude']} label="Latitude" />
      <Figure at={['map', 'longitude']} label="Longitude" />
      <PictureField at={['map', 'sketch']} label="Sketch" describes={['map', 'sketchText']} />
      <Words at={['map', 'sketchText']} label="What the sketch shows" />
    </>
  )
}

function CollegeFields() {
  return (
    <>
      <CollegeNames />
      <BankFields />
    </>
  )
}

export function CollegeNames() {
  return (
    <>
      <Words at={['product']} label="Name of the portal" />
      <Words at={['college']} label="College" />
      <Words at={['department']} label="Department" />
      <Words at={['place']} label="Town" />
      <Words at={['address']} label="Address" />
      <Words at={['timeZone']} label="Time zone" hint="Such as Asia/Karachi." />
      <PictureField at={['collegeLogo']} label="Logo of the college" />
      <PictureField at={['departmentLogo']} label="Logo of the department" />
      <PictureField at={['socialCard']} label="Picture for shared links" />
    </>
  )
}

export function BankFields() {
  return (
    <>
      <PictureField at={['paymentPartnerLogo']} label="Logo of the bank" optional />
      <Words at={['paymentPartnerName']} label="Name of the bank" optional />
    </>
  )
}
