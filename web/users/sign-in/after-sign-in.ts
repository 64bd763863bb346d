/** Path to go to after signing in: only ever one of this site. Browsers drop tabs and ends of lines, which may hide a second slash. */
export const pathAfterSignIn = (redirectFrom: string | undefined): string =>
  redirectFrom && /^\/(?![/\\])[^\t\n\r]*$/.test(redirectFrom) ? redirectFrom : '/'
