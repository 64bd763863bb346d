import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import type { AnyExample } from '#shared/rules/ingest/examples.ts'
import { currentLanguage } from '../kit/language/language.ts'

/** A paragraph, a list, steps in their order, a line to be typed, an example that is filled in, or a file of the product to be downloaded. */
export type ManualBlock =
  | string
  | { example: AnyExample }
  | { list: string[] }
  | { steps: string[] }
  | { code: string }
  | { file: `/${string}`; name: string }

export interface ManualContent {
  lead: string
  sections: { title: string; parts: ManualBlock[] }[]
}

/** File of texts of the manual of this key. */
export const fileOf = (key: string): string => `manual-${key.replaceAll('_', '-')}`

const read = async (key: string): Promise<ManualContent> => {
  const file = fileOf(key)
  // Asked for in vain before, e.g. without reception, it would not be asked for again.
  if (!i18next.hasLoadedNamespace(file)) await i18next.reloadResources(currentLanguage(), file)
  const manual = i18next.getResourceBundle(currentLanguage(), file) as ManualContent | undefined
  if (!manual) throw new Error(`no manual ${key}`)
  return manual
}

/** The text of a manual in the language of the screen. */
export const useManual = (key: string) =>
  useQuery({
    queryKey: ['manual', currentLanguage(), key],
    queryFn: () => read(key),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Examples that stand in a manual, in their order. */
export const examplesIn = ({ sections }: ManualContent): AnyExample[] =>
  sections.flatMap(({ parts }) =>
    parts.flatMap(part => (typeof part === 'object' && 'example' in part ? [part.example] : [])),
  )
