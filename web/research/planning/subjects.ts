import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'

/** Subject devices are placed for unless somebody says otherwise. */
export const CLIMATE = 100

/** Every subject a placement may have, once, as a select shows them; several kinds of research share some. */
export const subjectOptions = (lists: Pick<TaxonomyLists, 'research_types'>): { value: string; label: string }[] => {
  const subjects = new Map(lists.research_types.flatMap(type => type.subjects).map(({ id, name }) => [id, name]))
  return [...subjects].map(([id, name]) => ({ value: String(id), label: name }))
}
