import { text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

const texts = ['users'] as const

export const signInScreen = defineScreen({
  path: '/sign-in',
  search: { msg: text, email: text, token: text, redirectFrom: text },
  page: () => import('./sign-in/sign-in-page.tsx'),
  who: 'visitor',
  title: 'sign_in',
  texts,
})

export const oidcScreen = defineScreen({
  path: '/sign-in/oidc',
  search: { code: text, state: text, iss: text, error: text },
  page: () => import('./sign-in/oidc-page.tsx'),
  who: 'everyone',
  bare: true,
  title: 'sign_in',
  texts,
})

export const allowLinkScreen = defineScreen({
  path: '/sign-in/link',
  search: { token: text },
  page: () => import('./sign-in/allow-link-page.tsx'),
  who: 'everyone',
  bare: true,
  title: 'sign_in',
  texts,
})

export const signUpScreen = defineScreen({
  path: '/sign-up',
  search: { token: text, email: text, redirectFrom: text },
  page: () => import('./sign-up/sign-up-page.tsx'),
  who: 'visitor',
  title: 'sign_up',
  texts,
})

export const passwordForgotScreen = defineScreen({
  path: '/password-forgot',
  search: { email: text },
  page: () => import('./recovery/password-forgot-page.tsx'),
  who: 'everyone',
  bare: true,
  title: 'password_forgot',
  texts,
})

export const passwordResetScreen = defineScreen({
  path: '/password-reset',
  search: { email: text, code: text },
  page: () => import('./recovery/password-reset-page.tsx'),
  who: 'everyone',
  bare: true,
  title: 'password_reset',
  texts,
})

export const emailChangeScreen = defineScreen({
  path: '/email-change',
  search: { token: text },
  page: () => import('./sign-up/email-change-page.tsx'),
  who: 'everyone',
  bare: true,
  title: 'email_change',
  texts,
})

export const termsScreen = defineScreen({
  path: '/terms',
  page: () => import('./sign-up/terms-page.tsx'),
  who: 'everyone',
  title: 'terms',
  texts,
})

export const tokensScreen = defineScreen({
  path: '/profile/tokens',
  page: () => import('./tokens/tokens-page.tsx'),
  who: 'signedIn',
  title: 'access_tokens',
  parent: '/profile',
  found: true,
  texts: ['access-tokens'],
})

export const personalDataScreen = defineScreen({
  path: '/profile/data',
  page: () => import('./data/data-page.tsx'),
  who: 'signedIn',
  title: 'personal_data',
  parent: '/profile',
  found: true,
  texts: ['personal-data'],
})

export const profileScreen = defineScreen({
  path: '/profile',
  search: { msg: text, open: text },
  page: () => import('./profile/profile-page.tsx'),
  who: 'signedIn',
  title: 'profile',
  found: true,
  texts: [...texts, 'account-loss'],
})
