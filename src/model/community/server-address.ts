const hostPattern =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?$/i

/** Returns true if the text is `HOST`, `HOST:PORT` or `[IPv6]:PORT`, as people type it into the game. */
export function isServerAddress(text: string): boolean {
  const found = text.length <= 253 && hostPattern.exec(text)
  if (!found) return false
  const port = found[1]
  return port === undefined || (Number(port) > 0 && Number(port) < 65_536)
}
