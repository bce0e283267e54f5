/** A PEM text (RFC 7468), its Base64 in lines of `width` characters. */
export function pem(label: string, der: Buffer, width = 64): string {
  const lines = der.toString('base64').match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
