import type { OauthClient } from '../model/community/oauth.ts'

/** Returns an OAuth client as commands and the API show it. */
export const shownClient = (client: OauthClient) => ({
  client_id: client.clientId,
  client_name: client.name,
  redirect_uris: [...client.redirectUris],
  public: client.isPublic,
  ...(client.groups.length > 0 && { groups: [...client.groups] }),
  ...(client.logoutUris.length > 0 && { post_logout_redirect_uris: [...client.logoutUris] }),
})
