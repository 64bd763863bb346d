import { useTranslation } from 'react-i18next'
import type { DetailNode, TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { countryName } from '#shared/rules/formats/countries.ts'
import { useFormat } from '../../kit/language/format.ts'
import { openText } from '../../kit/language/open-text.ts'

const leafOf = (nodes: readonly DetailNode[], id: string): DetailNode | undefined =>
  nodes.flatMap(node => [node, ...node.children]).find(node => String(node.id) === id)

/** Field names and their values in words, for showing what differs. */
export const useSaid = (lists: TaxonomyLists) => {
  const { t } = useTranslation('places')
  const format = useFormat()
  const nothing = t('conflict.nothing')
  const detailsText = (details: object) =>
    Object.entries(details)
      .map(([id, value]: [string, unknown]) => {
        const node = leafOf(lists.location_details, id)
        const choice = node?.choices.find(({ key }) => key === value)?.name
        const word = typeof value === 'boolean' ? t(value ? 'yes' : 'no') : (choice ?? String(value))
        return `${node?.name ?? id}: ${word}`
      })
      .join(', ')
  const textOf = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return nothing
    if (field === 'type') return lists.location_types.find(({ id }) => id === value)?.name ?? String(value)
    if (field === 'area_type_id') return lists.area_types.find(({ id }) => id === value)?.name ?? String(value)
    if (field === 'country_code') return countryName(String(value), format.language)
    if (field === 'details' && typeof value === 'object') return detailsText(value) || nothing
    if (Array.isArray(value) && field === 'group_items') return t('conflict.groups', { count: value.length })
    if (Array.isArray(value)) return value.join(', ') || nothing
    if (typeof value === 'number') return format.number(value, Number.isInteger(value) ? 0 : 3)
    return String(value)
  }
  return { labelOf: (field: string) => openText('places', `field.${field}`) ?? field, textOf }
}
