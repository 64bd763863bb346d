import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import { useChangeLanguage } from '../../kit/language/change-language.ts'
import { currentLanguage, OWN_NAME } from '../../kit/language/language.ts'
import { Flag } from '../../ui/icons/flag.tsx'
import { Logo } from '../../ui/icons/logo.tsx'
import { DialArt } from './dial-art.tsx'
import classes from './visitor.module.css'

function LanguageRow() {
  const { t, i18n } = useTranslation('users')
  const changeLanguage = useChangeLanguage()
  const current = currentLanguage(i18n)
  const phone = usePhone()
  return (
    <nav className={classes.languages} aria-label={t('languages')}>
      {LANGUAGES.map(language => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-label={OWN_NAME[language]}
          aria-current={language === current ? 'true' : undefined}
          onClick={() => void changeLanguage(language)}
        >
          <Flag language={language} width={phone ? 33 : 21} />
          <span>{OWN_NAME[language]}</span>
        </button>
      ))}
    </nav>
  )
}

/** Around sign-in and sign-up: the barometer beside the form on a desktop, above it on a phone. */
export function VisitorFrame({ children, art = true }: { children: ReactNode; art?: boolean }) {
  return (
    <div className={classes.frame} data-art={art || undefined}>
      <div className={classes.art}>
        <DialArt className={classes.dial} />
      </div>
      <main className={classes.side}>
        <p className={classes.logo}>
          <Logo size={34} />
          Barnometer
        </p>
        <div className={classes.middle}>{children}</div>
        <LanguageRow />
      </main>
    </div>
  )
}
