/**
 * Returns true if a host, as URL has normalized it, has a meaning in DNS and none of its own in a header. URL also accepts
 * names with `;`, `,`, `*`, quotes and other characters.
 */
export const isPlainHost = (hostname: string): boolean => /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(hostname)
