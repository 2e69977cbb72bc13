import { CityField } from '#web/people/towns/CityField.tsx'
import { useCities } from '#web/people/towns/useCities.ts'
import { useCountries } from '#web/people/towns/useCountries.ts'
import { SelectField } from '#web/ui/Field.tsx'
import { ProfileInput, wordsOf } from './ProfileInput.tsx'
import { type ProfileFormState, takeTyped } from './useProfileForm.ts'

/** Country and city; both can be typed when the lists do not come. */
export function TownFields({ form }: { form: ProfileFormState }) {
  const countries = useCountries()
  const { Country: country, City: city } = form.values
  const cities = useCities(countries?.find(({ name }) => name === country)?.code)
  const isUnlisted = country !== '' && !countries?.some(({ name }) => name === country)
  return (
    <>
      {countries?.length === 0 ? (
        <ProfileInput form={form} name="Country" autoComplete="country-name" />
      ) : (
        <SelectField
          {...wordsOf(form, 'Country')}
          name="Country"
          required
          autoComplete="country-name"
          value={country}
          aria-busy={countries ? undefined : true}
          onChange={({ target }) => form.change('Country', target.value)}
        >
          <option value="">Choose a country</option>
          {isUnlisted && <option>{country}</option>}
          {countries?.map(({ code, name }) => (
            <option key={code}>{name}</option>
          ))}
        </SelectField>
      )}
      <CityField
        {...wordsOf(form, 'City')}
        name="City"
        required
        cities={cities}
        value={city}
        onChange={(event) => takeTyped('City', event, form.change)}
        onChoose={(name) => form.change('City', name)}
      />
    </>
  )
}
