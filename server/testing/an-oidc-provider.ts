import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export const CLIENT = { id: 'barnometer', secret: 'a-secret-of-the-client' }

type Claims = Record<string, unknown> & { sub: string }

/**
 * A real provider of OpenID Connect on a port of its own. Whoever comes is `person`, and consents; `visit` goes there as a browser
 * does, and answers where it is sent back to.
 */
export const anOidcProvider = async (returnAddress: string) => {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${address.port}`
  let person: Claims = { sub: 'nobody' }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [returnAddress],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    findAccount: (_, accountId) => ({ accountId, claims: async () => person }),
    loadExistingGrant: async context => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId ?? '',
        accountId: context.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    void provider.interactionFinished(request, response, { login: { accountId: person.sub } })
  })

  const visit = async (url: string): Promise<URL> => {
    const jar = new Map<string, string>()
    for (let next = url; ; ) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
      for (const line of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2)
        jar.set(name, value)
      }
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`no way back from ${next}: ${answer.status} ${await answer.text()}`)
      const to = new URL(location, next)
      if (to.href.startsWith(returnAddress)) return to
      next = to.href
    }
  }

  return {
    issuer,
    is: (claims: Claims) => {
      person = claims
    },
    visit,
    end: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
