/**
 * Returns a URL that the router accepts: a path with invalid percent-encoding is taken literally, so that a name or
 * UUID in it is simply unknown.
 */
export function decodableUrl(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (!path.includes('%') || isDecodable(path)) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
