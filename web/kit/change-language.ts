import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import type { Language } from '../../shared/contract/fixed.ts'
import { api } from '../../shared/contract/index.ts'
import { ask } from './api.ts'
import { readSession, setUser } from './session.ts'

/** Changes the language of the screen, keeps it with the account, and reads again what the server had worded. */
export const useChangeLanguage = () => {
  const client = useQueryClient()
  return async (language: Language): Promise<void> => {
    await i18next.changeLanguage(language)
    const { user } = readSession()
    // The language is changed all the same (specification §7).
    if (user) await ask(api.updateLocale, { body: { email: user.email, locale: language } }).then(setUser, reportError)
    await client.invalidateQueries()
  }
}
