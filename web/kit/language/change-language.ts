import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import i18next from 'i18next'
import type { Language } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../api/api.ts'
import { readSession, setUser } from '../api/session.ts'

/**
 * Search of the address without its language: a language chosen now beats that one, also when the page is loaded again.
 */
const withoutLocale = ({ locale: _, ...search }: { locale?: string }) => search

/** Changes the language of the screen, keeps it with the account, and reads again what the server had worded. */
export const useChangeLanguage = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (language: Language): Promise<void> => {
    await i18next.changeLanguage(language)
    if (new URLSearchParams(location.search).has('locale'))
      await navigate({ to: '.', search: withoutLocale as never, replace: true, resetScroll: false })
    const { user } = readSession()
    // The language is changed all the same (specification §7).
    if (user) await ask(api.updateLocale, { body: { email: user.email, locale: language } }).then(setUser, reportError)
    await client.invalidateQueries()
  }
}
