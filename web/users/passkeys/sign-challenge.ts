/** Has an authenticator of the browser sign a challenge. Throws what the browser or the person refused. */
export const signChallenge = async (options: Record<string, unknown>) => {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  // The contract passes on what the library of the server wrote for the library of the browser.
  const { id, rawId, response } = await startAuthentication({ optionsJSON: { challenge: '', ...options } })
  return { id, rawId, type: 'public-key' as const, response }
}
