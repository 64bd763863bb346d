import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import type { Language } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../api/api.ts'
import { keepUser, readSession } from '../api/session.ts'
import { useChangeSearch } from '../routing/link.tsx'
import { text } from '../routing/parsers.ts'

/** The language any address may name. */
const ANY_ADDRESS = { search: { locale: text } }

/** Changes the language of the screen, keeps it with the account, and reads again what the server had worded. */
export const useChangeLanguage = () => {
  const client = useQueryClient()
  const changeSearch = useChangeSearch(ANY_ADDRESS)
  return async (language: Language): Promise<void> => {
    await i18next.changeLanguage(language)
    // A language chosen now beats that of the address, also when the page is loaded again.
    if (new URLSearchParams(location.search).has('locale')) await changeSearch({ locale: undefined })
    const { user } = readSession()
    // The language is changed all the same (specification §7).
    if (user)
      await keepUser(ask(api.updateLocale, { body: { email: user.email, locale: language } })).catch(reportError)
    await client.invalidateQueries()
  }
}
