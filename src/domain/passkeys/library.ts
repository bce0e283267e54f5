/** What the wire of passkeys is made and checked with. Loading it takes longer than a request may. */
export const passkeyLibrary = () => import('@simplewebauthn/server')
