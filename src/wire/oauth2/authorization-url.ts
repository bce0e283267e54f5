import { boundedQuery } from '../../http/server/query.ts'

/**
 * Rewrites an authorization request for the library. The library grants `offline_access` only with consent, and
 * silently drops it otherwise, so we ask for consent in the application's name unless the application wants no page
 * at all. The library doesn't know `select_account`; people choose an account by signing in (OpenID Connect Core
 * 1.0, section 3.1.2.1).
 */
export function authorizationUrl(url: string): { url: string; asksConsent: boolean } {
  const query = url.indexOf('?')
  const params = new URLSearchParams(query < 0 ? '' : boundedQuery(url.slice(query + 1)))
  const asked = (params.get('prompt') ?? '').split(' ').filter(Boolean)
  const prompts = asked.map((prompt) => (prompt === 'select_account' ? 'login' : prompt))
  const asksConsent = prompts.includes('consent')
  if (params.getAll('prompt').length === 1) params.set('prompt', prompts.join(' '))
  const isOffline = (params.get('scope') ?? '').split(' ').includes('offline_access')
  if (isOffline && !asksConsent && !prompts.includes('none') && params.getAll('prompt').length < 2) {
    params.set('prompt', [...prompts, 'consent'].join(' '))
  }
  return { url: `/oauth2/authorize?${params.toString()}`, asksConsent }
}
