import { defineScreen, type Screen } from '../../kit/routing/screen.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
  }
}

const records = import.meta.glob<Record<string, Screen>>('../../*/screens.ts', { eager: true })

/** All screens: what stands in the `screens.ts` of any feature is one. */
export const SCREENS: readonly Screen[] = [
  ...Object.values(records).flatMap(feature => Object.values(feature)),
  // The gallery of components exists in development only.
  ...(import.meta.env.DEV
    ? [
        defineScreen({
          path: '/styleguide',
          page: () => import('../../styleguide/styleguide-page.tsx'),
          who: 'everyone',
          title: 'data',
          texts: ['measurements'],
        }),
      ]
    : []),
]
