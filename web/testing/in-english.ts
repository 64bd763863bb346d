import i18next from 'i18next'
import { afterAll } from 'vitest'

// Test files share a process and its modules: numbers of the next one would be written in the language that one leaves behind.
afterAll(async () => {
  if (i18next.isInitialized && i18next.language !== 'en') await i18next.changeLanguage('en')
})
