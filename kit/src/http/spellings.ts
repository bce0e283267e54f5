/** The ways in which a server may repeat a secret: in JSON, in a form, in a page, or in Base64. */
export function spellings(secret: string): readonly string[] {
  const text = secret.toWellFormed()
  const json = JSON.stringify(text).slice(1, -1)
  const uri = encodeURIComponent(text)
  return [
    ...new Set([
      secret,
      text.toLowerCase(),
      text.toUpperCase(),
      json,
      inAscii(json),
      inAscii(json).replaceAll('/', '\\/'),
      json.replaceAll('/', '\\/'),
      uri,
      uri.replace(/%../g, (byte) => byte.toLowerCase()),
      new URLSearchParams([['', text]]).toString().slice(1),
      text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;'),
      Buffer.from(text).toString('base64').replace(/=+$/, ''),
      Buffer.from(text).toString('base64url'),
    ]),
  ]
}

const inAscii = (json: string): string =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
