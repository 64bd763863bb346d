import type { DefaultNamespace, Namespace, ParseKeys } from 'i18next'
import type { Texts } from '#shared/locales/texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app'
    resources: Texts
    strictKeyChecks: true
    parseInterpolation: false
    strictInterpolationChecks: false
  }

  /** The plain call comes first: the library works the keys out anew for the options of each call, half of all checking. */
  interface TFunction<Ns extends Namespace = DefaultNamespace, KPrefix = undefined> {
    // biome-ignore lint/style/useShorthandFunctionType: it is added to the calls of the library's interface
    (key: ParseKeys<Ns>, values?: { returnObjects?: never; defaultValue?: never; [name: string]: unknown }): string
  }
}
