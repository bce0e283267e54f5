/**
 * The path to go on to, where it is one of this service: what else a link may have put there is not followed.
 * Undefined for anything else.
 */
export function nextPath(next: string, baseUrl: string): string | undefined {
  // Browsers read a backslash as a slash, and leave out tabs and line breaks.
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) || next.length > maxNextLength) return undefined
  const base = new URL(baseUrl)
  const url = URL.parse(next, base.href)
  if (!url || url.origin !== base.origin) return undefined
  const prefix = base.pathname.replace(/\/$/, '')
  if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) return undefined
  const path = url.pathname + url.search
  // Without its dots, a path may begin with two slashes, which a browser reads as another host.
  return URL.parse(path, base.href)?.href === base.origin + path ? path : undefined
}

/** An authorization request with all its parameters is some hundred characters long. */
export const maxNextLength = 4096

/** A path whose page goes on to `next`, where that is given and not too long. */
export function pathWithNext(path: string, next: string | undefined): string {
  if (next === undefined || next.length > maxNextLength) return path
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
}
