import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createBrowserHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, describe, expect, test } from 'vitest'
import { useChangeLanguage } from './change-language.ts'
import { adoptLanguage } from './language.ts'

const start = async (address: string, language: string) => {
  window.history.replaceState({}, '', address)
  await i18next.init({ lng: language, supportedLngs: ['de', 'en', 'es', 'nl'], resources: {} })
}
afterEach(() => {
  cleanup()
  window.history.replaceState({}, '', '/')
})

function Choose() {
  const changeLanguage = useChangeLanguage()
  return (
    <button type="button" onClick={() => void changeLanguage('nl')}>
      Nederlands
    </button>
  )
}

describe('[specification §2] the language', () => {
  test('somebody chooses stays when the page is loaded again, also where the address asked for another', async () => {
    await start('/?locale=de&interval=week', 'de')
    const router = createRouter({
      routeTree: createRootRoute({ component: Choose }),
      history: createBrowserHistory(),
    })
    render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    )
    fireEvent.click(await screen.findByRole('button'))
    await waitFor(() => expect(window.location.search).toBe('?interval=week'))
    expect(i18next.language).toBe('nl')
  })

  test('of an account gives way to the one in the address, but not to one the product does not speak', async () => {
    await start('/?locale=DE-at', 'de')
    await adoptLanguage('es')
    expect(i18next.language).toBe('de')
    await start('/?locale=fr', 'en')
    await adoptLanguage('es')
    expect(i18next.language).toBe('es')
  })
})
