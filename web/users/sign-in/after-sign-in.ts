/** Where to go after signing in: only ever a path of this site. */
export const pathAfterSignIn = (redirectFrom: string | undefined): string =>
  redirectFrom && /^\/(?![/\\])/.test(redirectFrom) ? redirectFrom : '/'
