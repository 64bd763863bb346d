// Source of truth for colour and form: components read the CSS variables (--bm-*), charts read TOKENS[scheme].
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, type MenuProps } from '@mantine/core'

export const TOKENS = {
  light: {
    page: '#EDF0ED',
    card: '#FDFDFB',
    sunk: '#E2E7E3',
    line: '#D2D9D4',
    edge: '#78848A',
    ink: '#17202B',
    ink2: '#47525D',
    ink3: '#56626C',
    steel: '#2C3E7E',
    steelHover: '#22316A',
    onSteel: '#FFFFFF',
    steelSoft: '#E1E6F4',
    brass: '#7B6129',
    brassSoft: '#EFE8D6',
    good: '#1B7047',
    goodSoft: '#DCEFE3',
    goodFill: '#1B7047',
    attn: '#8F4E00',
    attnSoft: '#FBE8CA',
    attnFill: '#F0A92B',
    onAttn: '#17202B',
    bad: '#B5123A',
    badSoft: '#FBDDE2',
    badFill: '#B5123A',
    onBad: '#FFFFFF',
    cold: '#0B6284',
    coldSoft: '#D5ECF5',
    coldFill: '#0B6284',
    none: '#56626C',
    noneSoft: '#E6EAE7',
    face: '#FFFFFF',
    band: '#CFE8D8',
    s: ['#2C3E7E', '#1795FA', '#4E2929', '#C2779B', '#1C5FCB', '#605619', '#7F942C', '#9B5377'],
  },
  dark: {
    page: '#10151B',
    card: '#181F27',
    sunk: '#0B0F14',
    line: '#2C3641',
    edge: '#768491',
    ink: '#ECEFEB',
    ink2: '#B4BEC6',
    ink3: '#94A0AA',
    steel: '#A3B4F7',
    steelHover: '#BAC7FA',
    onSteel: '#10151B',
    steelSoft: '#252F52',
    brass: '#D0B778',
    brassSoft: '#332C1C',
    good: '#63C795',
    goodSoft: '#15342A',
    goodFill: '#63C795',
    attn: '#F5B65A',
    attnSoft: '#3B2B12',
    attnFill: '#F5B65A',
    onAttn: '#10151B',
    bad: '#FF8A9B',
    badSoft: '#471C29',
    badFill: '#FF8A9B',
    onBad: '#10151B',
    cold: '#6CC6EC',
    coldSoft: '#123544',
    coldFill: '#6CC6EC',
    none: '#94A0AA',
    noneSoft: '#222B34',
    face: '#1D2530',
    band: '#214A3B',
    s: ['#A3B4F7', '#E8D66B', '#448DD4', '#79EBE3', '#9F4D86', '#8B8C66', '#C1AF41', '#4E7711'],
  },
} as const
export type Scheme = keyof typeof TOKENS

const steel: MantineColorsTuple = [
  '#F1F4FB',
  '#E1E6F4',
  '#C5CFEA',
  '#A3B4F7',
  '#7F90D6',
  '#5C70BD',
  '#42559F',
  '#2C3E7E',
  '#22316A',
  '#192550',
]
const slate: MantineColorsTuple = [
  '#ECEFEB',
  '#B4BEC6',
  '#94A0AA',
  '#768491',
  '#2C3641',
  '#222B34',
  '#181F27',
  '#10151B',
  '#0B0F14',
  '#06090C',
]

/** Pixels a menu leaves above and below itself: the tabs of a phone lie over what is there. */
const CLEAR = { top: 8, right: 5, bottom: 80, left: 5 }

export const theme = createTheme({
  primaryColor: 'steel',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  white: '#FDFDFB',
  black: '#17202B',
  colors: { steel, dark: slate },
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.3', sm: '1.35', md: '1.4', lg: '1.45', xl: '1.3' },
  fontWeights: { regular: '420', medium: '560', bold: '640' },
  headings: {
    fontFamily: '"Inter Variable", system-ui, sans-serif',
    fontWeight: '660',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5625rem', lineHeight: '1.15' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.25', fontWeight: '620' },
      h3: { fontSize: '0.9063rem', lineHeight: '1.3', fontWeight: '620' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.6875rem', md: '1rem', lg: '1.375rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  defaultRadius: 'md',
  shadows: {
    xs: '0 1px 2px #0000001f',
    sm: '0 2px 8px #0b0f1424',
    md: '0 6px 20px #0b0f1424',
    lg: '0 12px 36px #0b0f1433',
    xl: '-8px 0 30px #0b0f1433',
  },
  breakpoints: { xs: '22.5em', sm: '40em', md: '62em', lg: '80em', xl: '110em' },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Paper: { defaultProps: { radius: 'lg', withBorder: true, shadow: undefined } },
    Card: { defaultProps: { radius: 'lg', withBorder: true, padding: 'sm' } },
    Button: { defaultProps: { size: 'md', radius: 'md' } },
    ActionIcon: { defaultProps: { size: 44, radius: 'md', variant: 'subtle', color: 'gray' } },
    Modal: { defaultProps: { radius: 'lg', centered: true, overlayProps: { backgroundOpacity: 0.5 } } },
    Drawer: { defaultProps: { position: 'right', size: 318 } },
    Menu: {
      defaultProps: {
        // The placeholder for the focus is no entry of a menu: ears would be told of a broken one.
        withInitialFocusPlaceholder: false,
        preventPositionChangeWhenVisible: false,
        // Beside its button where there is room, else over it: whole on the screen, above the tabs of a phone.
        middlewares: { flip: { padding: CLEAR }, shift: { padding: CLEAR, crossAxis: true } },
      } satisfies MenuProps,
    },
    Notification: { defaultProps: { radius: 'md', withBorder: true } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
    Table: { defaultProps: { verticalSpacing: 7, horizontalSpacing: 'sm', highlightOnHover: true } },
    NumberInput: { defaultProps: { hideControls: true, inputMode: 'decimal' } },
  },
})

const vars = (s: Scheme): Record<string, string> => {
  const t = TOKENS[s]
  const own = Object.fromEntries(
    (Object.entries(t) as [string, string | readonly string[]][]).flatMap(([k, v]) =>
      typeof v === 'string' ? [[`--bm-${k}`, v]] : v.map((c, i) => [`--bm-s${i + 1}`, c]),
    ),
  )
  return {
    ...own,
    '--mantine-color-body': t.page,
    '--mantine-color-text': t.ink,
    '--mantine-color-dimmed': t.ink2,
    '--mantine-color-placeholder': t.ink3,
    '--mantine-color-default': t.card,
    '--mantine-color-default-border': t.edge,
    '--mantine-color-default-color': t.ink,
    '--mantine-color-anchor': t.steel,
    '--mantine-color-error': t.bad,
    '--mantine-color-disabled': t.sunk,
    '--mantine-color-disabled-color': t.ink3,
  }
}
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: vars('light'),
  dark: vars('dark'),
})
