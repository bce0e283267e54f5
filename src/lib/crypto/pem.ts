/** Encodes DER as PEM (RFC 7468), with lines of `width` Base64 characters. */
export function pem(label: string, der: Buffer, width = 64): string {
  const lines = der.toString('base64').match(new RegExp(`.{1,${width}}`, 'g')) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
