/** How an event and its venue are called, without saying a word twice. */

/** `Annual Medical Conference 2027`; a name that has its year already is left as it is. */
export function eventTitle({ name, startsOn }: { name: string; startsOn: string }): string {
  const year = startsOn.slice(0, 4)
  return name.includes(year) ? name : `${name} ${year}`
}

/** `College Auditorium, Hyderabad`; a venue that names its town already is left as it is. */
export function venueIn(venue: string, town: string): string {
  const isNamed = venue.toLocaleLowerCase('en').includes(town.toLocaleLowerCase('en'))
  return isNamed ? venue || town : [venue, town].filter(Boolean).join(', ')
}
