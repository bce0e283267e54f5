const label = '[a-z0-9_-]{1,63}'
const name = new RegExp(`^${label}(?:\\.${label})*\\.?$`)
const ipv6 = /^\[[0-9a-f:.]+\]$/

/** The longest name in DNS, without the dot of the root (RFC 1035, section 2.3.4). */
const maxNameLength = 253

/**
 * Returns true if a host, as URL has normalized it, has a meaning in DNS and none of its own in a header. URL also accepts
 * names with `;`, `,`, `*`, quotes and other characters, and names with empty or endless labels, such as `a..test`.
 */
export const isPlainHost = (hostname: string): boolean =>
  ipv6.test(hostname) || (name.test(hostname) && hostname.replace(/\.$/, '').length <= maxNameLength)
