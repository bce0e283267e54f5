/** Returns `next` if it is a path of this service, otherwise undefined: a link could contain any address. */
export function nextPath(next: string, baseUrl: string): string | undefined {
  // Browsers treat a backslash as a slash, and ignore tabs and line breaks.
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) || next.length > maxNextLength) return undefined
  const base = new URL(baseUrl)
  const url = URL.parse(next, base.href)
  if (!url || url.origin !== base.origin) return undefined
  const prefix = base.pathname.replace(/\/$/, '')
  if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) return undefined
  const path = url.pathname + url.search
  // With its dot segments removed, a path may begin with two slashes, which a browser reads as another host.
  return URL.parse(path, base.href)?.href === base.origin + path ? path : undefined
}

/** An authorization request with all its parameters has some hundred characters. */
const maxNextLength = 4096

/** Adds `next` to a path, unless it is missing or too long. */
export function pathWithNext(path: string, next: string | undefined): string {
  if (next === undefined || next.length > maxNextLength) return path
  return `${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
}
