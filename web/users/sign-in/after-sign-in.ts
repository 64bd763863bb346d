/** Path to go to after signing in: only ever one of this site. */
export const pathAfterSignIn = (redirectFrom: string | undefined): string =>
  redirectFrom && /^\/(?![/\\])/.test(redirectFrom) ? redirectFrom : '/'
