/**
 * Returns an address, or a line with one, without user name and password, which nobody means to be shown. Browsers take any
 * number of slashes behind the scheme, and backslashes.
 */
export const withoutUser = (text: string): string =>
  text.replace(/^(\s*[a-z][a-z0-9+.-]*:[/\\]*)[^/\\?#\s]*@/i, '$1')
