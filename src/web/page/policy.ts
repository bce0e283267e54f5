/** What a page needs besides what every page does. */
export interface PolicyAdditions {
  /** Where a form may be redirected to besides ourselves: browsers hold redirects against `form-action`. */
  formAction?: string | undefined
  /** Pictures that are made in the page: `data:`, `blob:`. */
  images?: readonly ('data:' | 'blob:')[]
  /** Scripts that work beside the page. */
  workers?: boolean
}

/** An address as `form-action` can name it: its origin, or its scheme where it is of an application on the device. */
export function formActionOf(address: string): string | undefined {
  const url = URL.parse(address)
  if (!url) return undefined
  // Policies have no words for IPv6 addresses (CSP 3, section 2.3.1).
  return /^https?:$/.test(url.protocol) && !url.host.startsWith('[') ? url.origin : url.protocol
}

/** What a browser may do with a page (CSP 3): nothing that is not our own, nothing inline. */
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
