/**
 * The router refuses a path whose percent-encoding can't be decoded. Such a path is taken as it is
 * written: a name or a UUID in it is one that nobody has, and is answered so.
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
