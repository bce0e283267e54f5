/** Java programs, games included, send this default `Accept` header although they read JSON. */
const javaDefault = /^text\/html, image\/gif, image\/jpeg/i

/** Returns whether `Accept` is a browser's: it names HTML, and does not like JSON better (RFC 9110, section 12.5.1). */
export function wantsPage(accept = ''): boolean {
  if (!/text\/html/i.test(accept) || javaDefault.test(accept)) return false
  const page = weightOf(accept, 'text/html')
  return page > 0 && page >= weightOf(accept, 'application/json')
}

/** Returns 0 for a type that is not named, whatever a wildcard says: browsers name HTML, and programs send wildcards. */
function weightOf(accept: string, type: string): number {
  const weights = accept.split(',').map((one) => {
    const [named = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    if (named !== type) return 0
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))
    return weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1)) || 0
  })
  return Math.max(...weights)
}
