/** What a page needs besides what every page does. */
export interface PolicyAdditions {
  /** Where a form may be redirected to besides ourselves: browsers hold redirects against `form-action`. */
  formAction?: string
  /** Pictures that are made in the page: `data:`, `blob:`. */
  images?: readonly ('data:' | 'blob:')[]
  /** Scripts that work beside the page. */
  workers?: boolean
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
