/** The bytes that a line of a message may have (RFC 5322, 2.1.1). */
const maxLineBytes = 998
/** The columns of a line in Base64 (RFC 2045, 6.8). */
const base64Columns = 76

/**
 * Returns a part of a message: as it is read if its lines and the way that it takes allow that, otherwise in Base64.
 * Neither breaks a link, which quoted-printable does after 75 columns.
 */
export function partOf(contentType: string, text: string, { takes8bit }: { takes8bit: boolean }): string {
  const lines = text.split('\n')
  const isPlain = lines.every(fits) && (takes8bit || isAscii(text))
  const encoding = isPlain ? (isAscii(text) ? '7bit' : '8bit') : 'base64'
  const body = isPlain ? lines.join('\r\n') : inBase64(lines.join('\r\n'))
  return `Content-Type: ${contentType}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`
}

const fits = (line: string): boolean => Buffer.byteLength(line) <= maxLineBytes

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

const inBase64 = (text: string): string =>
  Buffer.from(text)
    .toString('base64')
    .replaceAll(new RegExp(`.{${base64Columns}}`, 'g'), '$&\r\n')
