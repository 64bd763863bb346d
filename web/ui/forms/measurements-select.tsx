import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'

interface Props extends MultiSelectProps {
  lists: Pick<TaxonomyLists, 'measurement_types'>
}

/** Choice of measurements by their names; none chosen stands for all. */
export const MeasurementsSelect = ({ lists, ...rest }: Props) => (
  <MultiSelect
    size="md"
    searchable
    clearable
    data={lists.measurement_types.map(({ abbreviation, name }) => ({
      value: abbreviation,
      label: `${name} (${abbreviation})`,
    }))}
    {...rest}
  />
)
