import { isPlainHost } from '../../lib/net/plain-host.ts'

/** Additions to the content security policy of a page. */
export interface PolicyAdditions {
  /** The host that a form may redirect to: browsers check redirects against `form-action`. */
  formAction?: string | undefined
  /** Schemes of pictures that scripts create: `data:`, `blob:`. */
  images?: readonly ('data:' | 'blob:')[]
  /** True if scripts start workers. */
  workers?: boolean
}

/**
 * Returns an address as a source for `form-action`: its origin, or its scheme for an application on the device. Undefined
 * for a host that would mean something else in a policy: URLs allow `;`, `,` and `*` in names.
 */
export function formActionOf(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url) return undefined
  // Policies have no syntax for IPv6 addresses (CSP 3, section 2.3.1).
  if (!/^https?:$/.test(url.protocol) || url.host.startsWith('[')) return url.protocol
  return isPlainHost(url.hostname) ? url.origin : undefined
}

/** Returns the content security policy of a page (CSP 3): only our own files, nothing inline. */
export function contentPolicy({ formAction, images = [], workers = false }: PolicyAdditions = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self'", ...images].join(' '),
    "connect-src 'self'",
    ...(workers ? ["worker-src 'self'"] : []),
    `form-action 'self'${formAction === undefined ? '' : ` ${formAction}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
