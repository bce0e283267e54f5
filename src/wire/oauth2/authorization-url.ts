import { boundedQuery } from '../../http/server/query.ts'

/**
 * The authorization request as the library is to read it. It gives `offline_access` to who has asked for consent
 * alone, and says nothing of it: that is asked for in the application's name, unless it wants no page at all. It knows
 * no `select_account`: an account is chosen by signing in (OpenID Connect Core 1.0, section 3.1.2.1).
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
