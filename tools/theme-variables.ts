import { fileURLToPath } from 'node:url'
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { cssVariablesResolver, theme } from '../web/ui/theme/theme.ts'

const FILE = fileURLToPath(new URL('../web/ui/theme/variables.css', import.meta.url))

/** Variables of the theme as the component library writes them. Throws where the library writes them in another way. */
const cssOf = (): string => {
  const provider = createElement(MantineProvider, { theme, cssVariablesResolver, withGlobalClasses: false })
  const [, css] = /^<style[^>]*>([^<]+)<\/style>$/.exec(renderToStaticMarkup(provider)) ?? []
  if (!css) throw new Error('the component library wrote no variables of the theme')
  return css
}

/**
 * Writes the variables of the theme into a style sheet of the page. The library would bring them with the product: a page that
 * the server rendered would be laid out by the library's own font size and line height first, and jump.
 */
export const themeVariables: Plugin = {
  name: 'theme-variables',
  enforce: 'pre',
  load: {
    filter: { id: /[\\/]theme[\\/]variables\.css$/ },
    handler(id) {
      return id === FILE ? cssOf() : undefined
    },
  },
}
