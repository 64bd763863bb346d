import 'i18next'
import type { Texts } from '#shared/locales/texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'server'
    resources: Texts
    strictKeyChecks: true
    parseInterpolation: false
    strictInterpolationChecks: false
  }
}
